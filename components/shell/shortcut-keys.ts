export const SHORTCUTS = [
  { key: "c", action: "create", label: "Create a short URL" },
  { key: "/", action: "search", label: "Search" },
  { key: "?", action: "help", label: "Show these shortcuts" },
] as const;

export type ShortcutAction = (typeof SHORTCUTS)[number]["action"];

/** Elements that take text or handle keys themselves. */
const TYPING = "input, textarea, select, [contenteditable], [role='menu'], [role='listbox'], [role='combobox']";
const OVERLAYS = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** The action of a key press; none while the user types, with a modifier key, or in an overlay. */
export function findShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.target instanceof Element && event.target.closest(TYPING) && !isCheckbox(event.target)) return undefined;
  if (hasOverlay()) return undefined;
  return SHORTCUTS.find(({ key }) => key === event.key)?.action;
}

export function hasOverlay(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

function isCheckbox(target: Element): boolean {
  return target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
}

export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type='search']");
  field?.focus();
  field?.select();
}
