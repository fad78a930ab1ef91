import { parseSaved, toRecord } from "@/components/ui/browser-storage";
import { LABEL_SHEET_NAMES, LABEL_TEXTS, type LabelSheetName, type LabelText, PAGE_SIZES } from "@/lib/qr/label-layout";
import { GRID_LIMITS, type GridField, type Sheet, sheetSchema } from "@/lib/qr/sheet-schema";

const GRID_FIELDS = Object.keys(GRID_LIMITS) as GridField[];
export const PAPERS = ["a4", "letter", "other"] as const;
type Paper = (typeof PAPERS)[number];

/** A sheet while it is typed. */
export type SheetDraft = {
  labels: LabelSheetName | "grid";
  paper: Paper;
  /** Numbers as typed. */
  grid: Record<GridField, string>;
  start: string;
  text: LabelText;
  cutMarks: boolean;
  withPlacements: boolean;
};

export const DEFAULT_SHEET: SheetDraft = {
  labels: "L7160",
  paper: "a4",
  grid: {
    pageWidth: "210",
    pageHeight: "297",
    columns: "3",
    rows: "8",
    marginTop: "10",
    marginBottom: "10",
    marginLeft: "10",
    marginRight: "10",
    gapX: "5",
    gapY: "5",
  },
  start: "1",
  text: "title",
  cutMarks: true,
  withPlacements: false,
};

/** Where a message belongs: a field, or the grid as a whole. */
export type SheetProblems = Partial<Record<GridField | "start" | "grid", string>>;

/** Parses the typed sheet; null if it has problems. */
export function readSheet(draft: SheetDraft): { sheet: Sheet | null; problems: SheetProblems } {
  const { data, error } = sheetSchema.safeParse(toInput(draft));
  const problems = error?.issues.map(({ path, message }) => [path.at(-1), message]) ?? [];
  return { sheet: data ?? null, problems: Object.fromEntries(problems) };
}

function toInput({ labels, paper, grid, start, text, cutMarks }: SheetDraft) {
  const shared = { start: toNumber(start), text, cutMarks };
  if (labels !== "grid") return { ...shared, template: labels };
  const numbers = Object.fromEntries(GRID_FIELDS.map((field) => [field, toNumber(grid[field])]));
  return { ...shared, grid: { ...numbers, ...(paper !== "other" && PAGE_SIZES[paper]) } };
}

function toNumber(text: string): number | null {
  return text.trim() === "" ? null : Number(text.replace(",", "."));
}

/** Parses a saved draft, ignoring anything invalid, such as fields of an older version. */
export function parseDraft(saved: string | null): SheetDraft {
  const known = parseSaved(saved);
  const grid = toRecord(known.grid);
  const option = <Value extends string>(value: unknown, options: readonly Value[], fallback: Value) =>
    options.find((one) => one === value) ?? fallback;
  return {
    labels: option(known.labels, [...LABEL_SHEET_NAMES, "grid"], DEFAULT_SHEET.labels),
    paper: option(known.paper, PAPERS, DEFAULT_SHEET.paper),
    grid: {
      ...DEFAULT_SHEET.grid,
      ...Object.fromEntries(
        GRID_FIELDS.flatMap((field) => (typeof grid[field] === "string" ? [[field, grid[field]]] : [])),
      ),
    },
    // The next sheet is a new one.
    start: DEFAULT_SHEET.start,
    text: option(known.text, LABEL_TEXTS, DEFAULT_SHEET.text),
    cutMarks: known.cutMarks !== false,
    withPlacements: known.withPlacements === true,
  };
}
