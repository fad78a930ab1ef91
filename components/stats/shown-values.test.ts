import { findRows, firstRows, namedValues, type Value } from "@/components/stats/shown-values";

const toValues = (clicks: Record<string, number>): Value[] =>
  Object.entries(clicks).map(([name, count]) => ({ name, clicks: count }));

const COUNTED = toValues({ Chrome: 50, Safari: 30, Firefox: 12, Edge: 5, Opera: 3 });

test.each([
  ["fewer than fit", COUNTED, { first: 7, total: 100 }, 5, 0],
  ["as many as fit", COUNTED, { first: 5, total: 100 }, 5, 0],
  ["more than fit", COUNTED, { first: 3, total: 100 }, 3, 8],
  ["all", COUNTED, { first: Number.POSITIVE_INFINITY, total: 100 }, 5, 0],
  ["all of a list that the server cut", [...COUNTED, { name: "Other", clicks: 9 }], { first: 9, total: 109 }, 5, 9],
  ["a large rest of the server's", [{ name: "Other", clicks: 90 }, ...COUNTED], { first: 3, total: 190 }, 3, 98],
  ["values that not every click has", COUNTED, { first: 3, total: 130 }, 3, 38],
  ["none", [], { first: 7, total: 0 }, 0, 0],
])("%s and Other add up to the total", (_, values, asked, listed, rest) => {
  const { shown, rest: left } = firstRows(namedValues(values), asked);
  expect(shown).toHaveLength(listed);
  expect(shown.every(({ name }) => name !== "Other")).toBe(true);
  expect(left).toBe(rest);
  expect(shown.reduce((sum, { clicks }) => sum + clicks, 0) + left).toBe(asked.total);
});

test("values that are newer than their total leave no rest", () => {
  expect(firstRows(COUNTED, { first: 5, total: 99 }).rest).toBe(0);
});

test("rows are found by any part of their text, in any case", () => {
  const rows = ["Spring https://example.com/", "b https://example.org/Spring"].map((text) => ({ text }));
  const found = (text: string) => findRows(rows, text).map((row) => rows.indexOf(row));
  expect([found(" sPRING "), found("example.org"), found("nothing"), found("")]).toEqual([[0, 1], [1], [], [0, 1]]);
});
