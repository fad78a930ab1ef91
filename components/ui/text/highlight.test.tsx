import { renderToStaticMarkup } from "react-dom/server";
import { findRanges } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";

/** The text with [brackets] around highlighted parts. */
function marked(text: string, needles: string[], offset = 0): string {
  const ranges = findRanges("x".repeat(offset) + text, needles);
  const html = renderToStaticMarkup(<Highlight text={text} ranges={ranges} offset={offset} />);
  const [, content = ""] = /^<span translate="no">(.*)<\/span>$/.exec(html) ?? [];
  return content.replace(/<mark[^>]*>/g, "[").replaceAll("</mark>", "]");
}

test.each([
  ["nothing searched", "Sale", [], "Sale"],
  ["an empty word", "Sale", [""], "Sale"],
  ["in any case", "SpringSale", ["sale"], "Spring[Sale]"],
  ["every occurrence", "a-b-a", ["a"], "[a]-b-[a]"],
  ["overlapping and touching words once", "abcdef", ["bc", "cd", "e"], "a[bcde]f"],
  ["markup as text", "<b>", ["b"], "&lt;[b]&gt;"],
  ["letters whose lower case is longer", "İstanbul", ["stanbul"], "İ[stanbul]"],
  ["a final sigma", "Γιώργος", ["γιώργοσ"], "[Γιώργος]"],
])("marks %s", (_what, text, needles, expected) => {
  expect(marked(text, needles)).toBe(expected);
});

test("marks part of a longer text", () => {
  expect(marked("/spring", ["spring"], 5)).toBe("/[spring]");
  const ranges = findRanges("example.com/path", ["com/p"]);
  expect(renderToStaticMarkup(<Highlight text="/path" ranges={ranges} offset={11} />)).toMatch(
    /<mark[^>]*>\/p<\/mark>ath<\/span>$/,
  );
});
