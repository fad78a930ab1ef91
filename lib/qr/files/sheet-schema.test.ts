import {
  cutMarksOf,
  LABEL_SHEET_NAMES,
  LABEL_SHEETS,
  labelsPerPage,
  PAGE_SIZES,
  pagesFor,
  partsOfLabel,
  placeOf,
} from "@/lib/qr/files/label-layout";
import { createQrFileSchema, QR_FILE_SHEET_ALONE } from "@/lib/qr/files/schema";
import {
  GRID_LIMITS,
  type GridField,
  gridMessage,
  LABELS_DO_NOT_FIT,
  layoutOf,
  SHEET_NEEDS_LABELS,
  SHEET_TEMPLATE_INVALID,
  SHEET_TEXT_INVALID,
  sheetSchema,
  startTooLarge,
} from "@/lib/qr/files/sheet-schema";

const GRID = {
  ...PAGE_SIZES.a4,
  columns: 3,
  rows: 8,
  marginTop: 10,
  marginBottom: 10,
  marginLeft: 10,
  marginRight: 10,
  gapX: 5,
  gapY: 5,
};

const messageOf = (sheet: unknown) => sheetSchema.safeParse(sheet).error?.issues[0]?.message;

test.each([
  [{}, SHEET_NEEDS_LABELS],
  [{ template: "L7160", grid: GRID }, SHEET_NEEDS_LABELS],
  [{ template: "L9999" }, SHEET_TEMPLATE_INVALID],
  [{ template: "L7160", text: "all" }, SHEET_TEXT_INVALID],
  [{ template: "L7160", start: 0 }, "Start must be at least 1"],
  [{ template: "L7160", start: 1.5 }, "Start must be a whole number"],
  [{ template: "L7160", start: 22 }, startTooLarge(21)],
  [{ grid: { ...GRID, start: 1 } }, expect.stringContaining("start")],
  [{ grid: { ...GRID, gapX: 60, gapY: 40 } }, LABELS_DO_NOT_FIT],
  [{ grid: { ...GRID, marginLeft: 100, marginRight: 100 } }, LABELS_DO_NOT_FIT],
  [{ grid: { ...GRID, marginTop: 100, marginBottom: 100, rows: 20, gapY: 0 } }, expect.stringContaining("too small")],
  [{ grid: { ...GRID, columns: 20, gapX: 0 } }, expect.stringContaining("too small")],
])("%j is refused", (sheet, message) => {
  expect(messageOf(sheet)).toEqual(message);
});

const FIELDS = Object.keys(GRID_LIMITS) as GridField[];

test.each(FIELDS)("%s of a grid is a number within its limits", (field) => {
  const { min, max } = GRID_LIMITS[field];
  for (const value of [min - 1, max + 1, 100_000, -0.1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, "10"]) {
    expect([value, messageOf({ grid: { ...GRID, [field]: value } })]).toEqual([value, gridMessage(field)]);
  }
});

test("a grid's labels share the room that margins and gaps leave", () => {
  const layout = layoutOf(sheetSchema.parse({ grid: GRID }));
  expect(layout).toMatchObject({ labelWidth: 60, labelHeight: 30.25, pitchX: 65, pitchY: 35.25 });
  expect(placeOf(layout, 4)).toEqual({ x: 75, y: 45.25 });
});

test.each([
  ["L7160", 21],
  ["L7163", 14],
  ["5160", 30],
  ["22806", 12],
] as const)("%s has %i labels in the middle of its page", (name, count) => {
  const layout = LABEL_SHEETS[name];
  expect(labelsPerPage(layout)).toBe(count);
  const { x, y } = placeOf(layout, count - 1);
  expect(layout.pageWidth - x - layout.labelWidth).toBeCloseTo(layout.left, 1);
  expect(layout.pageHeight - y - layout.labelHeight).toBeCloseTo(layout.top, 1);
});

test.each(LABEL_SHEET_NAMES)("code, text and cut marks of %s keep clear of each other and of the edges", (name) => {
  const layout = LABEL_SHEETS[name];
  for (const wanted of ["title", "url", "none"] as const) {
    const { code, text } = partsOfLabel(layout, wanted);
    for (const { x, y, width, height } of text ? [code, text] : [code]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(1.99);
      expect(x + width).toBeLessThanOrEqual(layout.labelWidth - 1.99);
      expect(y + height).toBeLessThanOrEqual(layout.labelHeight - 1.99);
    }
    if (text) expect(code.x + code.width <= text.x || code.y + code.height <= text.y + 0.01).toBe(true);
  }
  const marks = cutMarksOf(layout);
  expect(marks.length).toBeGreaterThan(0);
  for (const { x1, y1, x2, y2 } of marks) {
    expect(Math.min(x1, y1)).toBeGreaterThanOrEqual(0);
    const isOutside =
      y2 < layout.top ||
      x2 < layout.left ||
      x1 > placeOf(layout, layout.columns - 1).x ||
      y1 > placeOf(layout, labelsPerPage(layout) - 1).y;
    expect(isOutside).toBe(true);
  }
});

test("without margins there are no cut marks", () => {
  const none = { marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0 };
  expect(cutMarksOf(layoutOf({ grid: { ...GRID, ...none } }))).toEqual([]);
});

test.each([
  [21, 1, 1],
  [21, 2, 2],
  [1, 21, 1],
  [10_000, 1, 477],
])("%i labels from number %i on take %i pages", (count, start, pages) => {
  expect(pagesFor(count, LABEL_SHEETS.L7160, start)).toBe(pages);
});

test.each([{ format: "svg" }, { size: { px: 128 } }])("label sheets have no %j", (more) => {
  const { error } = createQrFileSchema.safeParse({ filter: {}, sheet: { template: "L7160" }, ...more });
  expect(error?.issues[0]?.message).toBe(QR_FILE_SHEET_ALONE);
});
