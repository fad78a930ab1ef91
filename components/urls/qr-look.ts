import type { QrDesignFormat } from "@/lib/qr/design";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { DEFAULT_LOOK, QR_DEFAULT_SIZE_PIXELS, QR_STANDARD_MARGIN_MODULES } from "@/lib/qr/schema";

/** How a QR code should look, as typed. */
export type QrDraft = {
  size: string;
  margin: string;
  foreground: string;
  background: string;
  /** The name of a placement; empty for the code without one. */
  placement: string;
};

export const DEFAULT_DRAFT: QrDraft = {
  size: String(QR_DEFAULT_SIZE_PIXELS),
  margin: String(DEFAULT_LOOK.margin),
  foreground: `#${DEFAULT_LOOK.foreground}`,
  background: `#${DEFAULT_LOOK.background}`,
  placement: "",
};

export type QrProblems = Partial<Record<keyof QrDraft, string>>;

/** The message for each field that the server would refuse. Only the server knows the smallest size of a code. */
export function findQrProblems(draft: QrDraft): QrProblems {
  const { placement, ...look } = trimmed(draft);
  const issues = qrQuerySchema.safeParse({ ...look, ...(placement && { placement }) }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
}

/** Whether the quiet zone is narrower than scanners may need. */
export function isMarginNarrow({ margin }: QrDraft): boolean {
  return Number(margin) < QR_STANDARD_MARGIN_MODULES;
}

/** Whether a code with this look is a plain one, whatever its design (lib/qr/query-schema.ts). */
export function replacesDesign(draft: QrDraft): boolean {
  const look = trimmed(draft);
  return (["margin", "foreground", "background"] as const).some((key) => look[key] !== bare(DEFAULT_DRAFT[key]));
}

/** The path of a code with this look. Only images made of pixels have a size. */
export function qrPath(image: string, draft: QrDraft, format: QrDesignFormat, { isDownload = false } = {}): string {
  const { size, ...others } = trimmed(draft);
  const look = { ...others, ...((format === "png" || format === "webp") && { size }) };
  const query = new URLSearchParams([
    ...(format === "png" ? [] : [["format", format]]),
    // A look has the same path for as long as it looks the same, so that it is fetched once.
    ...Object.entries(look).filter(([key, value]) => value !== bare(DEFAULT_DRAFT[key as keyof QrDraft])),
    ...(isDownload ? [["download", "1"]] : []),
  ]);
  return query.size === 0 ? image : `${image}?${query}`;
}

function trimmed({ size, margin, foreground, background, placement }: QrDraft): QrDraft {
  const colours = { foreground: bare(foreground), background: bare(background) };
  return { size: size.trim(), margin: margin.trim(), ...colours, placement };
}

/** A colour without its number sign, in lower case. */
function bare(text: string): string {
  return text.trim().replace(/^#/, "").toLowerCase();
}

/** A colour as a colour picker takes it; black if it is none. */
export function pickerColour(text: string): string {
  const digits = bare(text);
  return /^[0-9a-f]{6}$/.test(digits) ? `#${digits}` : "#000000";
}
