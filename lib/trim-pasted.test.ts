import { emailSchema } from "@/lib/email";
import { trimPasted } from "@/lib/trim-pasted";
import { shortCodeSchema, withHttps } from "@/lib/urls/schema";

test.each([
  ["spaces and line breaks", " \n", "\r\n\u00a0"],
  ["a byte order mark", "\ufeff", ""],
  ["zero-width spaces", "\u200b", "\u200b\u200b"],
  ["an embedding", "\u202a", "\u202c"],
  ["an isolate", "\u2066", "\u2069"],
  ["direction marks", "\u200e\u061c", "\u200f"],
  ["joiners", "\u2060", "\u200d"],
  ["a soft hyphen", "", "\u00ad"],
  ["spaces between them", "\u200b ", " \u200b "],
])("%s around a pasted text are trimmed", (_what, before, after) => {
  expect(trimPasted(`${before}a \u200b b${after}`)).toBe("a \u200b b");
  expect(emailSchema.parse(`${before}Ann@example.com${after}`)).toBe("ann@example.com");
  expect(shortCodeSchema.parse(`${before}Spring${after}`)).toBe("Spring");
  expect(withHttps(`${before}example.com/x${after}`)).toBe("https://example.com/x");
});

test("a text of nothing else becomes empty", () => {
  expect(trimPasted(" \u200b\u202a")).toBe("");
});

test.each(["❤\ufe0f", "1\ufe0f\u20e3", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "葛\u{e0100}"])(
  "%s at the end stays whole",
  (text) => {
    expect(trimPasted(`${text}\u200b`)).toBe(text);
  },
);

test("a long run of invisible characters inside takes no time", () => {
  const text = `a${"\u200b".repeat(200_000)}b`;
  const start = performance.now();
  expect(trimPasted(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(1_000);
});
