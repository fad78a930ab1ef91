/** Elements that take text or handle keys themselves. */
const TYPING = "input, textarea, select, [contenteditable], [role='menu'], [role='listbox'], [role='combobox']";

/** Elements above the page that take its key presses. */
export const OVERLAYS = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "altKey" | "metaKey" | "defaultPrevented" | "target" | "getModifierState"
>;

/** Whether single-key shortcuts may use a key press: the user isn't typing and holds no modifier key. */
export function isShortcutPress(event: KeyPress): boolean {
  if (event.defaultPrevented || event.metaKey || (hasModifier(event) && !typesCharacter(event))) return false;
  return !(event.target instanceof Element && event.target.closest(TYPING)) || isCheckbox(event.target);
}

/**
 * The key of a shortcut, whatever Caps Lock is. If it types a letter or mark of another script, such as a Cyrillic one,
 * the Latin letter in its position on a US keyboard (UI Events, section 4.3.2).
 */
export function shortcutKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  // Shift and 3 on Russian and Ukrainian keyboards.
  if (key === "№") return "#";
  if (shiftKey || !/^[\p{L}\p{M}]$/u.test(key)) return key;
  const letter = /^\p{Script=Latin}$/u.test(key) ? key : (/^Key(.)$/.exec(code)?.[1] ?? key);
  return letter.toLowerCase();
}

/**
 * Whether a key press belongs to an input method, such as the Enter that accepts its text. Safari sends that one after
 * the composition, with the key code of all presses that input methods handle (UI Events; WebKit bug 165004).
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}

function hasModifier({ ctrlKey, altKey }: KeyPress): boolean {
  return ctrlKey || altKey;
}

/** On many keyboards, # takes AltGr, which Windows reports as Ctrl and Alt; on British Macs it takes Option. */
function typesCharacter(event: KeyPress): boolean {
  return event.getModifierState("AltGraph") || (event.key === "#" && event.altKey && !event.ctrlKey);
}

function isCheckbox(target: Element): boolean {
  return target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
}
