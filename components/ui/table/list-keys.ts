import { isShortcutPress, shortcutKey } from "@/components/ui/focus/typing";

/** The keys of every list; handled by use-row-keys.ts. */
export const LIST_SHORTCUTS = [
  { key: "j", action: "next", label: "Next row" },
  { key: "k", action: "previous", label: "Previous row" },
  { key: "x", action: "select", label: "Select the row" },
  { key: "e", action: "edit", label: "Edit" },
  { key: "#", action: "delete", label: "Delete, remove or revoke" },
] as const;

/** Keys that work even if single-key shortcuts are off. */
export const ROW_KEYS = [
  { keys: ["Tab"], label: "Move between rows" },
  { keys: ["←", "→"], label: "Controls of the row" },
  { keys: ["Enter"], label: "Open the row" },
  { keys: ["Esc"], label: "Clear the selection" },
] as const;

type ListAction = (typeof LIST_SHORTCUTS)[number]["action"];

/** Actions on a row, as opposed to moving between rows. */
export type RowAction = Exclude<ListAction, "next" | "previous">;

/** The action of a key press. Only keys that move the focus repeat while they are held. */
export function findListKey(event: KeyboardEvent): ListAction | undefined {
  if (!isShortcutPress(event)) return undefined;
  const pressed = shortcutKey(event);
  const action = LIST_SHORTCUTS.find(({ key }) => key === pressed)?.action;
  return event.repeat && action !== "next" && action !== "previous" ? undefined : action;
}
