import type { SelectOption } from "@/components/ui/form/select-button";
import type { ShortUrl } from "@/lib/urls/types";

/** The sortable columns and their headings. */
export const SORT_LABELS = {
  shortCode: "Short URL",
  originalUrl: "Destination",
  clickCount: "Clicks",
  createdAt: "Created",
} as const;

export type SortColumn = keyof typeof SORT_LABELS;
export type UrlSort = { column: SortColumn; descending: boolean };

export const NEWEST_FIRST: UrlSort = { column: "createdAt", descending: true };

/** Columns sorted in descending order first. */
const DESCENDS_FIRST: ReadonlySet<SortColumn> = new Set(["clickCount", "createdAt"]);

/** The order after clicking a heading: by that column, or reversed if already sorted by it. */
export function nextSort(sort: UrlSort, column: SortColumn): UrlSort {
  const descending = sort.column === column ? !sort.descending : DESCENDS_FIRST.has(column);
  return { column, descending };
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COMPARE: Record<SortColumn, (a: ShortUrl, b: ShortUrl) => number> = {
  shortCode: (a, b) => COLLATOR.compare(a.shortCode, b.shortCode),
  originalUrl: (a, b) => COLLATOR.compare(a.originalUrl, b.originalUrl),
  clickCount: (a, b) => a.clickCount - b.clickCount,
  createdAt: (a, b) => compareText(a.createdAt, b.createdAt),
};

/** Ties are sorted newest first. */
export function sortUrls<Url extends ShortUrl>(urls: readonly Url[], { column, descending }: UrlSort): Url[] {
  const compare = COMPARE[column];
  return [...urls].sort((a, b) => (descending ? compare(b, a) : compare(a, b)) || byId(b, a));
}

/** Ids are UUIDv7, which sort by creation time. */
function byId(a: ShortUrl, b: ShortUrl): number {
  return compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Options for narrow screens, where the headings are hidden. */
export const SORT_OPTIONS: readonly SelectOption[] = [
  option({ column: "createdAt", descending: true }, "Newest first"),
  option({ column: "createdAt", descending: false }, "Oldest first"),
  option({ column: "clickCount", descending: true }, "Most clicks"),
  option({ column: "clickCount", descending: false }, "Fewest clicks"),
  option({ column: "shortCode", descending: false }, "Short URL, A to Z"),
  option({ column: "shortCode", descending: true }, "Short URL, Z to A"),
  option({ column: "originalUrl", descending: false }, "Destination, A to Z"),
  option({ column: "originalUrl", descending: true }, "Destination, Z to A"),
];

function option(sort: UrlSort, label: string): SelectOption {
  return { value: toSortValue(sort), label };
}

/** The API's form: the column, prefixed with - for descending order. */
export function toSortValue({ column, descending }: UrlSort): string {
  return `${descending ? "-" : ""}${column}`;
}

export function fromSortValue(value: string): UrlSort {
  const columns = Object.keys(SORT_LABELS) as SortColumn[];
  const column = columns.find((name) => name === value.replace(/^-/, ""));
  return column ? { column, descending: value.startsWith("-") } : NEWEST_FIRST;
}
