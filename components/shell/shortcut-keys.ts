import { isShortcutPress, OVERLAYS, shortcutKey } from "@/components/ui/focus/typing";

export const SHORTCUTS = [
  { key: "c", action: "create", label: "Create a short URL" },
  { key: "/", action: "search", label: "Search this list" },
  { key: "?", action: "help", label: "Show these shortcuts" },
] as const;

type ShortcutAction = (typeof SHORTCUTS)[number]["action"];

/** The action of a key press; none while the user types, with a modifier key, or in an overlay. */
export function findShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.repeat || !isShortcutPress(event) || hasOverlay()) return undefined;
  const pressed = shortcutKey(event);
  return SHORTCUTS.find(({ key }) => key === pressed)?.action;
}

export function hasOverlay(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type='search']");
  field?.focus();
  field?.select();
}
