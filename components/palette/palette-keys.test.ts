import { isPaletteKey, nextIndex } from "@/components/palette/palette-keys";

test.each([
  ["ArrowDown", -1, 3, 0],
  ["ArrowDown", 2, 3, 0],
  ["ArrowUp", 0, 3, 2],
  ["ArrowUp", 2, 3, 1],
  ["Home", 2, 3, 0],
  ["End", 0, 3, 2],
  ["a", 0, 3, null],
  ["ArrowDown", -1, 0, null],
])("%s on option %i of %i moves to %s", (key, index, count, expected) => {
  expect(nextIndex(key, index, count)).toBe(expected);
});

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, defaultPrevented: false };

test.each([
  ["Ctrl+K", { key: "k", ctrlKey: true }, true, false],
  ["Cmd+K", { key: "k", metaKey: true }, false, true],
  ["Ctrl+K with caps lock", { key: "K", ctrlKey: true }, true, false],
  ["Ctrl+K on a Russian keyboard", { key: "л", code: "KeyK", ctrlKey: true }, true, false],
  ["K", { key: "k" }, false, false],
  ["Ctrl+Shift+K", { key: "k", ctrlKey: true, shiftKey: true }, false, false],
  ["Ctrl+Alt+K", { key: "k", ctrlKey: true, altKey: true }, false, false],
  ["Ctrl+J", { key: "j", ctrlKey: true }, false, false],
  ["a held Ctrl+K", { key: "k", ctrlKey: true, repeat: true }, false, false],
])("%s opens the palette on Apple devices and elsewhere", (_keys, pressed, elsewhere, onApple) => {
  const event = { ...NONE, ...pressed } as KeyboardEvent;
  expect([isPaletteKey(event, false), isPaletteKey(event, true)]).toEqual([elsewhere, onApple]);
});
