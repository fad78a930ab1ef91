import { formatCount } from "@/lib/format";
import * as z from "@/lib/zod";

/** Formats of plain codes. */
export const QR_FORMATS = ["png", "svg"] as const;
/** Error correction levels, which recover 7, 15, 25 and 30 % of damage (ISO/IEC 18004). */
export const QR_LEVELS = ["L", "M", "Q", "H"] as const;

export const QR_MIN_SIZE_PIXELS = 64;
export const QR_MAX_SIZE_PIXELS = 2048;
/** Default width of a PNG. */
export const QR_DEFAULT_SIZE_PIXELS = 512;
export const QR_MAX_MARGIN_MODULES = 16;
/** The quiet zone that scanners may need (ISO/IEC 18004). */
export const QR_STANDARD_MARGIN_MODULES = 4;

export const QR_SIZE_INVALID = `Size must be a whole number from ${QR_MIN_SIZE_PIXELS} to ${formatCount(QR_MAX_SIZE_PIXELS)}`;
export const QR_MARGIN_INVALID = `Margin must be a whole number from 0 to ${QR_MAX_MARGIN_MODULES}`;
export const QR_LEVEL_INVALID = "Level must be L, M, Q or H";
export const QR_COLOUR_INVALID = "A colour must be six hexadecimal digits, for example 1a2b3c";

/** Six hexadecimal digits in lower case. */
export const qrColour = z
  .string(QR_COLOUR_INVALID)
  .regex(/^#?[0-9a-f]{6}$/i, QR_COLOUR_INVALID)
  .transform((text) => text.replace("#", "").toLowerCase())
  .pipe(z.string());

export type QrFormat = (typeof QR_FORMATS)[number];
export type QrLevel = (typeof QR_LEVELS)[number];
