import fc from "fast-check";
import { csvText } from "@/lib/csv-text";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1+1", "'  =1+1"],
  ["\u00a0=1+1", "'\u00a0=1+1"],
  ["\ufeff=1+1", "'\ufeff=1+1"],
  ['"=1+1"', '\'"=1+1"'],
  ["\uff1d1+1", "'\uff1d1+1"],
  ["\uff0b1", "'\uff0b1"],
  ["\uff0d1", "'\uff0d1"],
  ["\uff20A1", "'\uff20A1"],
  ["x;=1+1", "x;'=1+1"],
  ["x; =1+1", "x;' =1+1"],
  ['x;"=1+1"', 'x;\'"=1+1"'],
  ["x;\uff1d1+1", "x;'\uff1d1+1"],
  ["a;b;@x;+1", "a;b;'@x;'+1"],
  ["\t+1", "'\t'+1"],
  ["x\t=1+1", "x\t'=1+1"],
  ["x\r=1+1", "x\r'=1+1"],
  ["x\n=1+1", "x\n'=1+1"],
  ["x\r\n=1+1", "x\r'\n'=1+1"],
  ["x;\t\n=1+1", "x;'\t'\n'=1+1"],
  [";=cmd|'/c calc'!A1", ";'=cmd|'/c calc'!A1"],
])("%j is written as %j", (text, written) => {
  expect(csvText(text)).toBe(written);
});

test.each([
  "",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)",
  "https://news.example/?a=1&b=-2+3#x@y",
  "2001:db8::1",
  "x,=1+1",
  "a;b",
])("%j is written as it is", (text) => {
  expect(csvText(text)).toBe(text);
});

test("text is marked at every place where a cell may begin and a formula may follow", () => {
  const place = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
  const text = fc.string({ unit: fc.constantFrom(...'=+-@\uff1d;\t\r\n "\u00a0x,'), maxLength: 20 });
  fc.assert(
    fc.property(text, (given) => expect(csvText(given)).toBe(given.replace(place, "'"))),
    { numRuns: 2_000 },
  );
});

test("a long row of tabs and quotes is written at once", () => {
  const text = `x${'\t"'.repeat(50_000)}x`;
  const times = Array.from({ length: 3 }, () => {
    const startedAt = performance.now();
    expect(csvText(text)).toBe(text);
    return performance.now() - startedAt;
  });
  // The best time, since the machine may stall. It was four seconds when the search began again at each of them.
  expect(Math.min(...times)).toBeLessThan(1_000);
});
