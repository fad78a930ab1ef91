import { nearCodes } from "@/lib/urls/near-codes";

test.each([
  ["a character missing", "summer-sle"],
  ["a character added", "summmer-sale"],
  ["a character replaced", "sunmer-sale"],
  ["two characters swapped", "smumer-sale"],
  ["the hyphen missing", "summersale"],
  ["another separator", "summer_sale"],
  ["the last character missing", "summer-sal"],
  ["a character added at the start", "xsummer-sale"],
])("finds the code with %s", (_name, typed) => {
  expect(nearCodes(typed)).toContain("summer-sale");
});

test("finds a code that was typed with separators", () => {
  expect(nearCodes("spring-sale-26")).toContain("springsale26");
});

test("finds no code with two typos, not the code itself, and nothing for codes too short or too long", () => {
  expect(nearCodes("sumer-sle")).not.toContain("summer-sale");
  expect(nearCodes("summer-sale")).not.toContain("summer-sale");
  expect([nearCodes("abc").size, nearCodes("a".repeat(33)).size]).toEqual([0, 0]);
});

test("a code has at most a few thousand variants", () => {
  expect(nearCodes("abcdefghijklmnopqrstuvwxyz012345").size).toBeLessThan(2_600);
});
