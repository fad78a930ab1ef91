import type { FileScope } from "@/components/qr-codes/file-queries";
import { plural } from "@/lib/format";
import type { QrCode } from "@/lib/qr/types";

/** The codes that a file will contain. */
export type FileTarget = {
  scope: FileScope;
  /** The loaded ones of its codes, for a preview. */
  codes: readonly QrCode[];
  /** Number of codes; null if unknown. */
  count: number | null;
  /** "12 QR codes", "All QR codes that match the filters". */
  text: string;
};

export function selectedTarget(codes: readonly QrCode[]): FileTarget {
  const ids = codes.map(({ id }) => id);
  return { scope: { ids }, codes, count: codes.length, text: plural(codes.length, "selected QR code") };
}

type Whole = {
  /** Parameters of GET /api/urls. */
  search: string;
  codes: readonly QrCode[];
  count: number | null;
  isFiltered: boolean;
};

export function wholeTarget({ search, codes, count, isFiltered }: Whole): FileTarget {
  const filter = Object.fromEntries(new URLSearchParams(search));
  return { scope: { filter }, codes, count, text: isFiltered ? "All QR codes that match the filters" : "All QR codes" };
}
