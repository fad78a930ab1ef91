import { headerText } from "@/lib/clicks/header-text";

const latin1 = (text: string) => Buffer.from(text).toString("latin1");

test.each([
  ["ASCII", "Mozilla/5.0 (X11)", "Mozilla/5.0 (X11)"],
  ["UTF-8", latin1("Yandex Яндекс 😀"), "Yandex Яндекс 😀"],
  ["UTF-8 that was cut off", latin1("https://пример.рф/путь").slice(0, -1), "https://пример.рф/пут"],
  ["UTF-8 that was cut off in an emoji", latin1("é😀").slice(0, -1), "é"],
  ["Latin-1", "caf\xe9", "caf\xe9"],
  ["Latin-1 and something like UTF-8", "\xe9 \xc3\xa9", "\xe9 \xc3\xa9"],
  ["text that was decoded before", "Яндекс", "Яндекс"],
  ["control characters in Latin-1", "a\t\x9b\x85b", "a\ufffd\ufffd\ufffdb"],
  ["control characters in UTF-8", latin1("é\u0085\u2028\u202egnp"), "é\ufffd\ufffd\ufffdgnp"],
  ["overlong UTF-8", "\xc0\xaf", "\xc0\xaf"],
])("the text of a header in %s", (_what, header, text) => {
  expect(headerText(header)).toBe(text);
});
