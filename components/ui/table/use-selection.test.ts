import { between } from "@/components/ui/table/use-selection";

const ROWS = ["a", "b", "c", "d"].map((id) => ({ id }));

test.each([
  ["b", "d", ["b", "c", "d"]],
  ["d", "b", ["b", "c", "d"]],
  ["c", "c", ["c"]],
  [null, "c", ["c"]],
  ["gone", "c", ["c"]],
])("from %s to %s: %j", (from, to, expected) => {
  expect(between(ROWS, from, to)).toEqual(expected);
});
