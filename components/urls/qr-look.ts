import { DEFAULT_DESIGN, QR_MAX_RASTER_SIZE_MM, type QrDesignFormat, smallestPrintMm } from "@/lib/qr/design";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { QR_DEFAULT_SIZE_PIXELS, QR_STANDARD_MARGIN_MODULES } from "@/lib/qr/schema";

/** The typed look of a QR code. */
export type QrDraft = {
  size: string;
  /** Width of the downloaded image in millimetres instead of pixels; empty for none. */
  mm: string;
  margin: string;
  foreground: string;
  background: string;
  /** The name of a placement; empty for the code without one. */
  placement: string;
};

export const DEFAULT_DRAFT: QrDraft = {
  size: String(QR_DEFAULT_SIZE_PIXELS),
  mm: "",
  margin: String(DEFAULT_DESIGN.margin),
  foreground: `#${DEFAULT_DESIGN.foreground.color}`,
  background: `#${DEFAULT_DESIGN.background}`,
  placement: "",
};

/** The smallest size at which designs are proven to scan, and the largest size of raster images. */
export const MIN_PRINT_MM = 20;
export const MAX_PRINT_MM = QR_MAX_RASTER_SIZE_MM;
export const PRINT_WIDTH_INVALID = `Print width must be from ${MIN_PRINT_MM} to ${MAX_PRINT_MM} mm`;

export type QrProblems = Partial<Record<keyof QrDraft, string>>;

/** The message for each field that the server would refuse. Only the server knows the smallest size of a code. */
export function findQrProblems(draft: QrDraft): QrProblems {
  const { placement, mm, ...look } = trimmed(draft);
  const issues = qrQuerySchema.safeParse({ ...look, ...(placement && { placement }) }).error?.issues ?? [];
  const problems = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
  return { ...problems, ...(mm !== "" && !isPrintWidth(mm) && { mm: PRINT_WIDTH_INVALID }) };
}

function isPrintWidth(mm: string): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(mm) && Number(mm) >= MIN_PRINT_MM && Number(mm) <= MAX_PRINT_MM;
}

/** Whether the quiet zone is narrower than scanners may need. */
export function isMarginNarrow({ margin }: QrDraft): boolean {
  return Number(margin) < QR_STANDARD_MARGIN_MODULES;
}

/**
 * The warning for a code that is printed so small that scanners may not read it; null if it isn't.
 *
 * @param mm width of the image; 0 if it isn't typed
 * @param modules the same in modules
 */
export function findPrintWarning(mm: number, modules: number): string | null {
  const smallest = smallestPrintMm(modules);
  return mm > 0 && mm < smallest ? `Scanners may not read this code if it is less than ${smallest} mm wide.` : null;
}

/** The typed print width; 0 if there is none. */
export function printWidthOf(draft: QrDraft): number {
  return Number(trimmed(draft).mm);
}

/** Whether a code with this look is a plain one, whatever its design (lib/qr/query-schema.ts). */
export function replacesDesign(draft: QrDraft): boolean {
  const look = trimmed(draft);
  return (["margin", "foreground", "background"] as const).some((key) => look[key] !== bare(DEFAULT_DRAFT[key]));
}

/** The path of a code with this look. Only raster images include a size. */
export function qrPath(image: string, draft: QrDraft, format: QrDesignFormat, { isDownload = false } = {}): string {
  const { size, mm, ...others } = trimmed(draft);
  const hasPixels = format === "png" || format === "webp";
  const look = { ...others, ...(mm === "" ? hasPixels && { size } : { mm }) };
  const query = new URLSearchParams([
    ...(format === "png" ? [] : [["format", format]]),
    // The same look always has the same path, so that it is fetched only once.
    ...Object.entries(look).filter(([key, value]) => value !== bare(DEFAULT_DRAFT[key as keyof QrDraft])),
    ...(isDownload ? [["download", "1"]] : []),
  ]);
  return query.size === 0 ? image : `${image}?${query}`;
}

function trimmed({ size, mm, margin, foreground, background, placement }: QrDraft): QrDraft {
  const colours = { foreground: bare(foreground), background: bare(background) };
  const width = { size: size.trim(), mm: mm.trim().replace(",", ".") };
  return { ...width, margin: margin.trim(), ...colours, placement };
}

/** A colour without its number sign, in lower case. */
function bare(text: string): string {
  return text.trim().replace(/^#/, "").toLowerCase();
}

/** A colour in the form that colour pickers take; black if the text isn't one. */
export function pickerColour(text: string): string {
  const digits = bare(text);
  return /^[0-9a-f]{6}$/.test(digits) ? `#${digits}` : "#000000";
}
