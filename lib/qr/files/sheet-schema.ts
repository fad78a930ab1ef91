import { oneOf } from "@/lib/format";
import {
  formatMm,
  LABEL_SHEET_NAMES,
  LABEL_SHEETS,
  LABEL_TEXTS,
  type LabelText,
  labelsPerPage,
  partsOfLabel,
  type SheetLayout,
} from "@/lib/qr/files/label-layout";
import * as z from "@/lib/zod";

/** Less than any code needs. */
const MIN_CODE_MM = 8;

export const GRID_LIMITS = {
  pageWidth: { label: "Page width", min: 50, max: 500 },
  pageHeight: { label: "Page height", min: 50, max: 500 },
  columns: { label: "Columns", min: 1, max: 20 },
  rows: { label: "Rows", min: 1, max: 40 },
  marginTop: { label: "Top margin", min: 0, max: 100 },
  marginBottom: { label: "Bottom margin", min: 0, max: 100 },
  marginLeft: { label: "Left margin", min: 0, max: 100 },
  marginRight: { label: "Right margin", min: 0, max: 100 },
  gapX: { label: "Column gap", min: 0, max: 100 },
  gapY: { label: "Row gap", min: 0, max: 100 },
} as const;
export type GridField = keyof typeof GRID_LIMITS;
export const GRID_FIELDS = Object.keys(GRID_LIMITS) as GridField[];

export const SHEET_NEEDS_LABELS = "Send either `template` or `grid`.";
export const SHEET_TEMPLATE_INVALID = `Template must be ${oneOf(LABEL_SHEET_NAMES)}`;
export const SHEET_TEXT_INVALID = `Text must be ${oneOf(LABEL_TEXTS)}`;
export const LABELS_DO_NOT_FIT = "Margins and gaps leave no room for labels. Reduce them, or the columns and rows.";

/** Message for a number that is out of range, or not a number. */
export function gridMessage(field: GridField): string {
  const { label, min, max } = GRID_LIMITS[field];
  const unit = isCount(field) ? "" : " mm";
  return `${label} must be ${isCount(field) ? "a whole number " : ""}from ${min} to ${max}${unit}`;
}

/** Message for labels on which no code could be read. */
function labelsTooSmall({ labelWidth, labelHeight }: SheetLayout): string {
  const size = `${formatMm(labelWidth)} × ${formatMm(labelHeight)} mm`;
  return `Labels of ${size} are too small for a QR code and its text. Use fewer columns or rows, or less text.`;
}

function isCount(field: GridField): boolean {
  return field === "columns" || field === "rows";
}

function gridNumber(field: GridField) {
  const { min, max } = GRID_LIMITS[field];
  const message = gridMessage(field);
  return (isCount(field) ? z.int(message) : z.number(message)).min(min, message).max(max, message);
}

/** Lengths in mm; labels share the space that margins and gaps leave. */
const gridSchema = z.strictObject(
  Object.fromEntries(GRID_FIELDS.map((field) => [field, gridNumber(field)])) as Record<
    GridField,
    ReturnType<typeof gridNumber>
  >,
);

/** The layout of QR codes on label sheets. */
export const sheetSchema = z
  .strictObject({
    template: z.enum(LABEL_SHEET_NAMES, SHEET_TEMPLATE_INVALID).optional(),
    grid: gridSchema.optional(),
    start: z.int("Start must be a whole number").min(1, "Start must be at least 1").default(1),
    text: z.enum(LABEL_TEXTS, SHEET_TEXT_INVALID).default("title"),
    cutMarks: z.boolean().default(true),
  })
  .superRefine((sheet, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: "custom", message, path: [path] });
    if ((sheet.template === undefined) === (sheet.grid === undefined)) return refuse("template", SHEET_NEEDS_LABELS);
    const problem = findLayoutProblem(layoutOf(sheet), sheet.text);
    if (problem !== null) return refuse("grid", problem);
    const count = labelsPerPage(layoutOf(sheet));
    if (sheet.start > count) refuse("start", startTooLarge(count));
  });
export type Sheet = z.infer<typeof sheetSchema>;

export function startTooLarge(labels: number): string {
  return `Start must be at most ${labels}, the labels on a sheet`;
}

/** Why nothing can be printed on these labels; null if it can. */
function findLayoutProblem(layout: SheetLayout, text: LabelText): string | null {
  if (layout.labelWidth <= 0 || layout.labelHeight <= 0) return LABELS_DO_NOT_FIT;
  const { code, text: room } = partsOfLabel(layout, text);
  const isTooSmall = code.width < MIN_CODE_MM || (room !== null && room.width < MIN_CODE_MM);
  return isTooSmall ? labelsTooSmall(layout) : null;
}

/** The labels may have a negative size; see `findLayoutProblem`. */
export function layoutOf({ template, grid }: Pick<Sheet, "template" | "grid">): SheetLayout {
  if (!grid) return LABEL_SHEETS[template ?? "L7160"];
  const { pageWidth, pageHeight, columns, rows, marginLeft, marginTop, gapX, gapY } = grid;
  const labelWidth = (pageWidth - marginLeft - grid.marginRight - (columns - 1) * gapX) / columns;
  const labelHeight = (pageHeight - marginTop - grid.marginBottom - (rows - 1) * gapY) / rows;
  return {
    ...{ pageWidth, pageHeight, columns, rows, left: marginLeft, top: marginTop, labelWidth, labelHeight },
    pitchX: labelWidth + gapX,
    pitchY: labelHeight + gapY,
  };
}
