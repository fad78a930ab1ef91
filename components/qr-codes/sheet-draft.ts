import { parseSaved, toRecord } from "@/components/ui/browser-storage";
import { LABEL_SHEET_NAMES, LABEL_TEXTS, PAGE_SIZES } from "@/lib/qr/files/label-layout";
import { GRID_FIELDS, type GridField, type Sheet, sheetSchema } from "@/lib/qr/files/sheet-schema";
import * as z from "@/lib/zod";

export const PAPERS = ["a4", "letter", "other"] as const;

const typed = (usual: string) => z.string().catch(usual);

/** A sheet while it is typed, with the usual value for each that is missing or invalid. */
const draftSchema = z.object({
  labels: z.enum([...LABEL_SHEET_NAMES, "grid"]).catch("L7160"),
  paper: z.enum(PAPERS).catch("a4"),
  /** Numbers as typed. */
  grid: z.object({
    pageWidth: typed("210"),
    pageHeight: typed("297"),
    columns: typed("3"),
    rows: typed("8"),
    marginTop: typed("10"),
    marginBottom: typed("10"),
    marginLeft: typed("10"),
    marginRight: typed("10"),
    gapX: typed("5"),
    gapY: typed("5"),
  }),
  start: typed("1"),
  text: z.enum(LABEL_TEXTS).catch("title"),
  cutMarks: z.boolean().catch(true),
  withPlacements: z.boolean().catch(false),
});
export type SheetDraft = z.infer<typeof draftSchema>;

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
  const { start: _, grid, ...known } = parseSaved(saved);
  // The next sheet is a new one.
  return draftSchema.parse({ ...known, grid: toRecord(grid) });
}
