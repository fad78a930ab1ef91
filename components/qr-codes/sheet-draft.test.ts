import { parseDraft, readSheet } from "@/components/qr-codes/sheet-draft";
import { GRID_FIELDS, gridMessage, LABELS_DO_NOT_FIT, startTooLarge } from "@/lib/qr/files/sheet-schema";

const DEFAULT_SHEET = parseDraft(null);
const GRID = { ...DEFAULT_SHEET, labels: "grid" } as const;
const withGrid = (changes: object) => ({ ...GRID, grid: { ...GRID.grid, ...changes } });

test("the default is a sheet of Avery labels", () => {
  expect(readSheet(DEFAULT_SHEET).sheet).toEqual({ template: "L7160", start: 1, text: "title", cutMarks: true });
});

test("a grid has its paper's size, and a decimal comma", () => {
  const { sheet } = readSheet(withGrid({ pageWidth: "1", gapX: "2,5" }));
  expect(sheet?.grid).toMatchObject({ pageWidth: 210, pageHeight: 297, gapX: 2.5 });
  expect(readSheet({ ...withGrid({ pageWidth: "100" }), paper: "other" }).sheet?.grid).toMatchObject({
    pageWidth: 100,
  });
});

test.each([
  [withGrid({ columns: "" }), { columns: gridMessage("columns") }],
  [withGrid({ rows: "x" }), { rows: gridMessage("rows") }],
  [withGrid({ gapX: "100" }), { grid: LABELS_DO_NOT_FIT }],
  [{ ...DEFAULT_SHEET, start: "22" }, { start: startTooLarge(21) }],
  [{ ...DEFAULT_SHEET, start: "" }, { start: "Start must be a whole number" }],
])("problems are beside their fields: %#", (draft, problems) => {
  expect(readSheet(draft)).toEqual({ sheet: null, problems });
});

test.each([null, "", "x", "[]", "null", '{"labels":"L1","grid":{"columns":3},"text":1}'])(
  "an invalid draft becomes the default: %s",
  (saved) => {
    expect(parseDraft(saved)).toEqual(DEFAULT_SHEET);
  },
);

test("a draft is remembered, apart from the first label", () => {
  const draft = { ...withGrid({ columns: "7" }), start: "5", cutMarks: false, withPlacements: true };
  expect(parseDraft(JSON.stringify(draft))).toEqual({ ...draft, start: "1" });
  expect(Object.keys(draft.grid)).toEqual(GRID_FIELDS);
});
