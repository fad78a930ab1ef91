import { isComposing, isShortcutPress, type KeyPress, shortcutKey } from "@/components/ui/focus/typing";

beforeAll(() => {
  Object.assign(globalThis, { Element: class {}, HTMLInputElement: class {} });
});

type Held = Partial<Record<"ctrlKey" | "altKey" | "metaKey" | "altGraph", boolean>>;

function press(key: string, { altGraph = false, ...held }: Held = {}): KeyPress {
  return {
    key,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...held,
    defaultPrevented: false,
    target: null,
    getModifierState: (modifier) => modifier === "AltGraph" && altGraph,
  };
}

test.each<[string, KeyPress, boolean]>([
  ["a letter alone", press("x"), true],
  ["# with Shift, on an American keyboard", press("#"), true],
  ["# with AltGr, as Windows reports it", press("#", { ctrlKey: true, altKey: true, altGraph: true }), true],
  ["# with AltGr, as Linux reports it", press("#", { altGraph: true }), true],
  ["# with Option, on a British Mac", press("#", { altKey: true }), true],
  ["Ctrl+Alt+# without AltGr", press("#", { ctrlKey: true, altKey: true }), false],
  ["Ctrl+#", press("#", { ctrlKey: true }), false],
  ["Option with another key, which opens a menu on Windows", press("e", { altKey: true }), false],
  ["Ctrl+x", press("x", { ctrlKey: true }), false],
  ["Cmd+x", press("x", { metaKey: true }), false],
  ["Cmd+#", press("#", { metaKey: true, altKey: true }), false],
  ["a key that something else handled", { ...press("x"), defaultPrevented: true }, false],
])("%s", (_, event, expected) => {
  expect(isShortcutPress(event)).toBe(expected);
});

test.each([
  ["Enter", { isComposing: false, keyCode: 13 }, false],
  ["the Enter that accepts the text of an input method", { isComposing: true, keyCode: 229 }, true],
  ["the same in Safari, where the composition is over by then", { isComposing: false, keyCode: 229 }, true],
])("whether %s belongs to an input method", (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});

test.each([
  ["a letter", "c", "KeyC", false, "c"],
  ["a letter with Caps Lock", "C", "KeyC", false, "c"],
  ["a letter with Shift", "C", "KeyC", true, "C"],
  ["a letter in another position, on a Dvorak keyboard", "c", "KeyI", false, "c"],
  ["a Cyrillic letter", "с", "KeyC", false, "c"],
  ["a Cyrillic letter with Caps Lock", "Л", "KeyK", false, "k"],
  ["a Cyrillic letter with Shift", "С", "KeyC", true, "С"],
  ["a Hebrew letter", "ח", "KeyJ", false, "j"],
  ["a Korean letter", "ㅏ", "KeyK", false, "k"],
  ["a Thai tone mark", "\u0E48", "KeyJ", false, "j"],
  ["a Hindi vowel sign", "\u093E", "KeyE", false, "e"],
  ["a Cyrillic letter beside the Latin ones", "ж", "Semicolon", false, "ж"],
  ["a Latin letter of one language", "ö", "Semicolon", false, "ö"],
  ["a punctuation mark", "?", "Digit7", true, "?"],
  ["the mark in the place of # on a Russian keyboard", "№", "Digit3", true, "#"],
  ["a key with a name", "Enter", "Enter", false, "Enter"],
])("the shortcut's key of %s", (_, key, code, shiftKey, expected) => {
  expect(shortcutKey({ key, code, shiftKey })).toBe(expected);
});
