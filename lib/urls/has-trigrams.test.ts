import { hasTrigrams } from "@/lib/urls/list";

// Matches what show_trgm returns for each word between wildcards.
test.each([
  ["spring", true],
  ["a spring", true],
  ["ab-", true],
  ["-ab", true],
  ["grün", true],
  ["ab", false],
  ["a b c", false],
  ["...", false],
  ["://", false],
  ["---", false],
])("%j has trigrams: %p", (text, expected) => {
  expect(hasTrigrams(text)).toBe(expected);
});
