import { withGaps } from "@/components/ui/use-virtual-rows";

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
