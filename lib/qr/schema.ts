import { z } from "zod";

export const QR_FORMATS = ["png", "svg"] as const;
/** Error correction: 7, 15, 25 and 30 % of damage are restored (ISO/IEC 18004). */
export const QR_LEVELS = ["L", "M", "Q", "H"] as const;

export const QR_MIN_SIZE_PIXELS = 64;
export const QR_MAX_SIZE_PIXELS = 2048;
export const QR_MAX_MARGIN_MODULES = 16;
/** As between text and paper (WCAG 2.2, 1.4.3): phones read codes of it in poor light too. */
export const QR_MIN_CONTRAST = 4.5;

export const QR_FORMAT_INVALID = "Format must be png or svg";
export const QR_SIZE_INVALID = "Size must be a whole number from 64 to 2,048";
export const QR_MARGIN_INVALID = "Margin must be a whole number from 0 to 16";
export const QR_LEVEL_INVALID = "Level must be L, M, Q or H";
export const QR_COLOUR_INVALID = "Colours must be six hexadecimal digits, for example 1a2b3c";
export const QR_CONTRAST_TOO_LOW =
  "A scanner could not read these colours: the foreground must be much darker than the background";

const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);

const colour = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i, QR_COLOUR_INVALID)
  .transform((text) => text.replace("#", "").toLowerCase());

/** Query of GET /api/urls/{id}/qr. */
export const qrQuerySchema = z
  .object({
    format: z.enum(QR_FORMATS, QR_FORMAT_INVALID).default("png"),
    /** Width and height in pixels; an SVG has none unless it is asked for. */
    size: wholeNumber(QR_MIN_SIZE_PIXELS, QR_MAX_SIZE_PIXELS, QR_SIZE_INVALID).optional(),
    /** Of the quiet zone, in modules. */
    margin: wholeNumber(0, QR_MAX_MARGIN_MODULES, QR_MARGIN_INVALID).default(4),
    level: z.enum(QR_LEVELS, QR_LEVEL_INVALID).default("M"),
    foreground: colour.default("000000"),
    background: colour.default("ffffff"),
    download: z.literal("1").optional(),
  })
  .refine(({ foreground, background }) => canBeScanned(foreground, background), {
    message: QR_CONTRAST_TOO_LOW,
    path: ["foreground"],
  });

export type QrQuery = z.infer<typeof qrQuerySchema>;
export type QrFormat = QrQuery["format"];
/** How a code is drawn. */
export type QrLook = Omit<QrQuery, "format" | "download">;

/** Black on white, restoring 15 % of damage, with four modules of quiet zone (ISO/IEC 18004). */
export const DEFAULT_LOOK: QrLook = { margin: 4, level: "M", foreground: "000000", background: "ffffff" };

export function isDefaultLook(look: QrLook): boolean {
  return (
    look.size === undefined &&
    look.margin === DEFAULT_LOOK.margin &&
    look.level === DEFAULT_LOOK.level &&
    look.foreground === DEFAULT_LOOK.foreground &&
    look.background === DEFAULT_LOOK.background
  );
}

/** Dark on light with enough contrast; many scanners do not know the other way round. */
function canBeScanned(foreground: string, background: string): boolean {
  return (luminance(background) + 0.05) / (luminance(foreground) + 0.05) >= QR_MIN_CONTRAST;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
