import { parseSaved, toRecord } from "@/components/ui/browser-storage";
import { cn } from "@/components/ui/cn";
import type { Column, TableLayout } from "@/components/ui/table/data-table-types";

/** The columns that a user has shown, hidden and resized; saved in the browser. */
export type ColumnChoices = {
  /** By title: true if always shown, false if hidden. Others are shown if there is room. */
  shown: Readonly<Record<string, boolean>>;
  /** By title, in pixels. */
  widths: Readonly<Record<string, number>>;
};

export const NO_CHOICES: ColumnChoices = { shown: {}, widths: {} };

const MIN_WIDTH_PX = 56;
const MAX_WIDTH_PX = 640;

export function clampWidth(pixels: number): number {
  return Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, pixels)));
}

/** Reads the saved choices, ignoring invalid ones. */
export function readChoices(saved: string | null): ColumnChoices {
  const { shown, widths } = parseSaved(saved);
  return {
    shown: pick(shown, (value) => (typeof value === "boolean" ? value : null)),
    widths: pick(widths, (value) => (typeof value === "number" && Number.isFinite(value) ? clampWidth(value) : null)),
  };
}

function pick<Value>(values: unknown, read: (value: unknown) => Value | null): Record<string, Value> {
  const entries = Object.entries(toRecord(values)).flatMap(([title, value]): [string, Value][] => {
    const wanted = read(value);
    return wanted === null ? [] : [[title, wanted]];
  });
  return Object.fromEntries(entries);
}

/** If rows are cards, everything is shown. */
const HIDDEN = "@table:hidden";
const HIDDEN_WITHOUT_ROOM = {
  wide: "@max-wide:@table:hidden",
  spacious: "@max-spacious:@table:hidden",
} as const;

/** The layout with the user's choices in it. */
export function withChoices<Row, Context, Key extends string>(
  layout: TableLayout<Row, Context, Key>,
  { shown, widths }: ColumnChoices,
): TableLayout<Row, Context, Key> {
  const columns = layout.columns.map((column): Column<Row, Context, Key> => {
    const isShown = column.isOptional ? shown[column.title] : undefined;
    const hidden = isShown === false ? HIDDEN : isShown ? "" : column.needs && HIDDEN_WITHOUT_ROOM[column.needs];
    const width = widths[column.title];
    return {
      ...column,
      className: cn(column.className, hidden),
      headClass: cn(column.headClass, hidden),
      ...(width !== undefined && { width }),
    };
  });
  return { ...layout, columns };
}
