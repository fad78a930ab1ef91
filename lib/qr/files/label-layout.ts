const INCH = 25.4;
/** Unprinted margin of a label, since printers and sheets are off by a millimetre or so. */
const PADDING_MM = 2;
const GAP_MM = 2;
/** Height of the text below a code, including a gap. */
const BAND_MM = { title: 10, url: 7, none: 0 } as const;
const BAND_GAP_MM = 1;
/** Labels with a larger aspect ratio have their text beside the code. */
const WIDE = 1.5;

/** Positions of labels on a page, in mm from its top left corner. */
export type SheetLayout = {
  pageWidth: number;
  pageHeight: number;
  columns: number;
  rows: number;
  left: number;
  top: number;
  labelWidth: number;
  labelHeight: number;
  /** From one label's left edge to the next. */
  pitchX: number;
  /** From one label's top edge to the next. */
  pitchY: number;
};
export type Box = { x: number; y: number; width: number; height: number };

export const PAGE_SIZES = {
  a4: { pageWidth: 210, pageHeight: 297 },
  letter: { pageWidth: 8.5 * INCH, pageHeight: 11 * INCH },
} as const;

/** Sheets of labels, with the dimensions of Avery's templates. */
export const LABEL_SHEETS = {
  L7160: {
    ...PAGE_SIZES.a4,
    columns: 3,
    rows: 7,
    left: 7.21,
    top: 15.15,
    labelWidth: 63.5,
    labelHeight: 38.1,
    pitchX: 66.04,
    pitchY: 38.1,
  },
  L7163: {
    ...PAGE_SIZES.a4,
    columns: 2,
    rows: 7,
    left: 4.65,
    top: 15.15,
    labelWidth: 99.1,
    labelHeight: 38.1,
    pitchX: 101.6,
    pitchY: 38.1,
  },
  "5160": {
    ...PAGE_SIZES.letter,
    columns: 3,
    rows: 10,
    left: 0.1875 * INCH,
    top: 0.5 * INCH,
    labelWidth: 2.625 * INCH,
    labelHeight: INCH,
    pitchX: 2.75 * INCH,
    pitchY: INCH,
  },
  "22806": {
    ...PAGE_SIZES.letter,
    columns: 3,
    rows: 4,
    left: 0.625 * INCH,
    top: 0.625 * INCH,
    labelWidth: 2 * INCH,
    labelHeight: 2 * INCH,
    pitchX: 2.625 * INCH,
    // (11 in - 2 margins of 0.625 in - 2 in) / 3
    pitchY: (7.75 / 3) * INCH,
  },
} as const satisfies Record<string, SheetLayout>;
export type LabelSheetName = keyof typeof LABEL_SHEETS;
export const LABEL_SHEET_NAMES = ["L7160", "L7163", "5160", "22806"] as const satisfies readonly LabelSheetName[];

/** Text printed on a label in addition to its code. */
export const LABEL_TEXTS = ["title", "url", "none"] as const;
export type LabelText = (typeof LABEL_TEXTS)[number];

export function labelsPerPage({ columns, rows }: Pick<SheetLayout, "columns" | "rows">): number {
  return columns * rows;
}

/** Pages for this many labels, of which the first is number `start` of its page. */
export function pagesFor(count: number, layout: SheetLayout, start: number): number {
  return Math.ceil((count + start - 1) / labelsPerPage(layout));
}

/** The position of a label on its page; labels are numbered row by row, from 0. */
export function placeOf(layout: SheetLayout, index: number): { x: number; y: number } {
  const { columns, left, top, pitchX, pitchY } = layout;
  return { x: left + (index % columns) * pitchX, y: top + Math.floor(index / columns) * pitchY };
}

/** Room for the code and for its text on a label, in mm from its top left corner. */
export function partsOfLabel(
  { labelWidth: width, labelHeight: height }: Pick<SheetLayout, "labelWidth" | "labelHeight">,
  text: LabelText,
): { code: Box; text: (Box & { align: "left" | "centre" }) | null } {
  const inner = { width: width - 2 * PADDING_MM, height: height - 2 * PADDING_MM };
  const square = (side: number, x: number, y: number) => ({ x, y, width: side, height: side });
  if (text === "none") {
    const side = Math.min(inner.width, inner.height);
    return { code: square(side, (width - side) / 2, (height - side) / 2), text: null };
  }
  if (width >= WIDE * height) {
    const side = Math.min(inner.height, width / 2);
    const x = PADDING_MM + side + GAP_MM;
    const room = { x, y: PADDING_MM, width: width - x - PADDING_MM, height: inner.height };
    return { code: square(side, PADDING_MM, (height - side) / 2), text: { ...room, align: "left" } };
  }
  const band = BAND_MM[text];
  const side = Math.min(inner.width, inner.height - band);
  const y = (height - side - band) / 2;
  const room = { x: PADDING_MM, y: y + side + BAND_GAP_MM, width: inner.width, height: band - BAND_GAP_MM };
  return { code: square(side, (width - side) / 2, y), text: { ...room, align: "centre" } };
}

const MARK_MM = 3;
const MARK_DISTANCE_MM = 0.5;

/** Lines at the edges of the page that show where to cut; none where margins leave no room. */
export function cutMarksOf(layout: SheetLayout): { x1: number; y1: number; x2: number; y2: number }[] {
  const { pageWidth, pageHeight, columns, rows, left, top, labelWidth, labelHeight, pitchX, pitchY } = layout;
  const right = left + (columns - 1) * pitchX + labelWidth;
  const bottom = top + (rows - 1) * pitchY + labelHeight;
  const edges = (from: number, count: number, pitch: number, size: number) => {
    const all = Array.from({ length: count }, (_, index) => [from + index * pitch, from + index * pitch + size]);
    return [...new Set(all.flat().map((value) => Math.round(value * 1000) / 1000))];
  };
  const length = (margin: number) => Math.max(0, Math.min(MARK_MM, margin - 2 * MARK_DISTANCE_MM));
  const [above, below] = [length(top), length(pageHeight - bottom)];
  const [before, after] = [length(left), length(pageWidth - right)];
  const [distance, marks] = [MARK_DISTANCE_MM, []] as [number, { x1: number; y1: number; x2: number; y2: number }[]];
  for (const x of edges(left, columns, pitchX, labelWidth)) {
    if (above > 0) marks.push({ x1: x, y1: top - distance - above, x2: x, y2: top - distance });
    if (below > 0) marks.push({ x1: x, y1: bottom + distance, x2: x, y2: bottom + distance + below });
  }
  for (const y of edges(top, rows, pitchY, labelHeight)) {
    if (before > 0) marks.push({ x1: left - distance - before, y1: y, x2: left - distance, y2: y });
    if (after > 0) marks.push({ x1: right + distance, y1: y, x2: right + distance + after, y2: y });
  }
  return marks;
}

/** Formats millimetres with at most one decimal. */
export function formatMm(mm: number): string {
  return String(Math.round(mm * 10) / 10);
}
