import { findRanges } from "@/components/ui/text/find-ranges";
import { findInCode, findInName, hiddenBefore } from "@/components/urls/list/found-text";
import { toSearchWords } from "@/lib/search-text";

const words = (text: string) => toSearchWords(text, "https://hop.example");
const marked = (text: string, ranges: readonly (readonly [number, number])[]) =>
  ranges.map(([start, end]) => text.slice(start, end));

test("the whole code is marked for a short URL, and only the match for other texts", () => {
  expect(marked("Sale", findInCode("Sale", words("https://hop.example/sale")))).toEqual(["Sale"]);
  expect(marked("Sale2", findInCode("Sale2", words("https://hop.example/sale")))).toEqual([]);
  expect(marked("Sale2", findInCode("Sale2", words("ale")))).toEqual(["ale"]);
});

test.each([
  ["an", "Anna Brandt", ["An"]],
  ["lena", "Anna-Lena Brandt", ["Lena"]],
  ["brandt", "Anna Brandt", ["Brandt"]],
])("%s is marked in %s", (text, name, expected) => {
  expect(marked(name, findInName(name, words(text))).map((part) => part.trim())).toEqual(expected);
});

test.each([
  ["in the host", "example.com/path", "example", 0],
  ["near the beginning", "example.com/path", "path", 0],
  ["far away, of which four characters before it are shown", `example.com/${"p".repeat(60)}spring`, "spring", 57],
  ["right after a long host", `${"long-host".repeat(6)}.example/spring`, "spring", 0],
  ["nowhere", "example.com/path", "zzz", 0],
])("the text omitted before a match %s", (_where, text, needle, expected) => {
  expect(hiddenBefore(findRanges(text, [needle]), text.indexOf("/"))).toBe(expected);
});
