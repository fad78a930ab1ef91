export const SHORTCUTS = [
  { key: "c", action: "create", label: "Create a short URL" },
  { key: "/", action: "search", label: "Go to the search box" },
  { key: "?", action: "help", label: "Show these shortcuts" },
] as const;

export type ShortcutAction = (typeof SHORTCUTS)[number]["action"];

/** Where letters are typed, or where a key means something of its own. */
const TYPING = "input, textarea, select, [contenteditable], [role='menu'], [role='listbox'], [role='combobox']";
const OVERLAYS = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** What a pressed key asks for: nothing while somebody types, with a modifier, or above the page. */
export function findShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.target instanceof Element && event.target.closest(TYPING) && !isCheckbox(event.target)) return undefined;
  if (document.querySelector(OVERLAYS)) return undefined;
  return SHORTCUTS.find(({ key }) => key === event.key)?.action;
}

function isCheckbox(target: Element): boolean {
  return target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
}

/** To the search box of the page, where it has one. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type='search']");
  field?.focus();
  field?.select();
}
