import { firstRows, withFocused, withGaps } from "@/components/ui/table/use-virtual-rows";

const item = (index: number) => ({ index, start: 100 + index * 50, end: 150 + index * 50 });

test.each([
  ["none yet", [], [{ gap: 500, key: "end" }]],
  ["all", Array.from({ length: 10 }, (_, i) => item(i)), Array.from({ length: 10 }, (_, index) => ({ index }))],
  [
    "some, and a distant one with the focus",
    [item(0), item(4), item(5)],
    [{ index: 0 }, { gap: 150, key: "before-4" }, { index: 4 }, { index: 5 }, { gap: 200, key: "end" }],
  ],
])("%s: rows and gaps cover the whole list", (_, items, expected) => {
  expect(withGaps(items, 100, 500)).toEqual(expected);
});

test.each([
  ["a distant row", 9, 10, [2, 3, 9]],
  ["a row before", 0, 10, [0, 2, 3]],
  ["a row that is rendered anyway", 3, 10, [2, 3]],
  ["a row that has left the list", 9, 9, [2, 3]],
  ["no row", null, 10, [2, 3]],
])("with the focus in %s", (_, focused, count, expected) => {
  expect(withFocused([2, 3], focused, count)).toEqual(expected);
});

test("before hydration, a long list has its first rows and the space of the others", () => {
  expect(firstRows(2, 2)).toEqual([{ index: 0 }, { index: 1 }]);
  expect(firstRows(12, 2)).toEqual([{ index: 0 }, { index: 1 }, { gap: 480, key: "end" }]);
});
