import { changeText, cutText, formatBytes, formatRelative, formatSeconds, formatTotal } from "@/lib/format";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "now"],
  ["2026-11-21T12:00:05Z", "now"],
  ["2026-11-21T11:57:00Z", "3 min. ago"],
  ["2026-11-21T10:00:00Z", "2 hr. ago"],
  ["2026-11-20T11:00:00Z", "1 day ago"],
  ["2026-11-19T13:00:00Z", "1 day ago"],
  ["2026-11-01T12:00:00Z", "20 days ago"],
])("%s was %s", (iso, expected) => {
  expect(formatRelative(iso, NOW)).toBe(expected);
});

test.each([
  [110, 100, "+10%"],
  [90, 100, "−10%"],
  [100, 100, "0%"],
  [997, 1000, "0%"],
  [1003, 1000, "0%"],
  [3000, 1, "+299,900%"],
  [3, 1000, "−99%"],
  [0, 5, "−100%"],
  [5, 0, null],
])("%i after %i is %s", (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});

test.each([
  [59, "59 s"],
  [60, "1:00"],
  [899, "14:59"],
])("%i seconds are %s", (seconds, expected) => {
  expect(formatSeconds(seconds)).toBe(expected);
});

test.each([
  ["short", 5, "short"],
  ["shorter", 5, "short…"],
  ["👍👍👍", 2, "👍👍…"],
])("%s cut to %i characters is %s", (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});

test("an exact total and one that hit the counting limit", () => {
  expect(formatTotal({ total: 10_000 })).toBe("10,000");
  expect(formatTotal({ total: 10_000, hasMoreThanTotal: true })).toBe("more than 10,000");
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [999_940, "999.9 kB"],
  [999_999, "1.0 MB"],
  [12_345_678, "12.3 MB"],
  [1_200_000_000_000, "1200.0 GB"],
])("%i bytes: %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
