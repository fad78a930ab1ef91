import { DEFAULT_DESIGN, QR_MAX_RASTER_SIZE_MM, type QrDesignFormat, smallestPrintMm } from "@/lib/qr/design";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { QR_DEFAULT_SIZE_PIXELS, QR_STANDARD_MARGIN_MODULES } from "@/lib/qr/schema";

/** The typed look of a QR code. */
export type QrDraft = {
  size: string;
  /** Width of the downloaded image in millimetres instead of pixels; empty for none. */
  mm: string;
  /** Null until it is typed, as are the colours: then the code has its design, or is plain. */
  margin: string | null;
  foreground: string | null;
  background: string | null;
  /** The name of a placement; empty for the code without one. */
  placement: string;
};

export const DEFAULT_DRAFT: QrDraft = {
  size: String(QR_DEFAULT_SIZE_PIXELS),
  mm: "",
  margin: null,
  foreground: null,
  background: null,
  placement: "",
};

/** The look of a code without a design. */
export const PLAIN_LOOK = {
  margin: String(DEFAULT_DESIGN.margin),
  foreground: `#${DEFAULT_DESIGN.foreground.color}`,
  background: `#${DEFAULT_DESIGN.background}`,
} as const;

/** The smallest size at which designs are proven to scan, and the largest size of raster images. */
export const MIN_PRINT_MM = 20;
export const MAX_PRINT_MM = QR_MAX_RASTER_SIZE_MM;
export const PRINT_WIDTH_INVALID = `Print width must be from ${MIN_PRINT_MM} to ${MAX_PRINT_MM} mm`;

export type QrProblems = Partial<Record<keyof QrDraft, string>>;

/** The message for each field that the server would refuse. Only the server knows the smallest size of a code. */
export function findQrProblems(draft: QrDraft): QrProblems {
  const { mm, ...look } = trimmed(draft);
  const issues = qrQuerySchema.safeParse(look).error?.issues ?? [];
  const problems = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
  return { ...problems, ...(mm !== undefined && !isPrintWidth(mm) && { mm: PRINT_WIDTH_INVALID }) };
}

function isPrintWidth(mm: string): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(mm) && Number(mm) >= MIN_PRINT_MM && Number(mm) <= MAX_PRINT_MM;
}

/** Whether the quiet zone is narrower than scanners may need. */
export function isMarginNarrow({ margin }: QrDraft): boolean {
  return margin !== null && Number(margin) < QR_STANDARD_MARGIN_MODULES;
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
  return Number(trimmed(draft).mm ?? 0);
}

/** Whether a code with this look is a plain one, whatever its design (lib/qr/query-schema.ts). */
export function replacesDesign({ margin, foreground, background }: QrDraft): boolean {
  return [margin, foreground, background].some((typed) => typed !== null);
}

type Typed = { name: keyof typeof PLAIN_LOOK; value: string; hasDesign: boolean };

/** The draft with a typed margin or colour. Once all of them are cleared, a code has its design again. */
export function withLook(draft: QrDraft, { name, value, hasDesign }: Typed): QrDraft {
  const next = { ...draft, [name]: value };
  const isCleared = !next.margin && !next.foreground && !next.background;
  return hasDesign && isCleared ? { ...next, margin: null, foreground: null, background: null } : next;
}

/** The path of a code with this look. Only raster images include a size. */
export function qrPath(image: string, draft: QrDraft, format: QrDesignFormat, { isDownload = false } = {}): string {
  const { size, mm, ...others } = trimmed(draft);
  const hasPixels = (format === "png" || format === "webp") && size !== DEFAULT_DRAFT.size;
  const look = { ...others, ...(mm === undefined ? hasPixels && { size } : { mm }) };
  const query = new URLSearchParams([
    ...(format === "png" ? [] : [["format", format]]),
    ...Object.entries(look),
    ...(isDownload ? [["download", "1"]] : []),
  ]);
  return query.size === 0 ? image : `${image}?${query}`;
}

/** What is typed, as the server takes it. */
function trimmed({ size, mm, margin, foreground, background, placement }: QrDraft) {
  const width = mm.trim().replace(",", ".");
  return {
    size: size.trim(),
    ...(width && { mm: width }),
    ...(margin !== null && { margin: margin.trim() }),
    ...(foreground !== null && { foreground: bare(foreground) }),
    ...(background !== null && { background: bare(background) }),
    ...(placement && { placement }),
  };
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
