import { z } from "zod";
import { formatCount } from "@/lib/format";

export const QR_FORMATS = ["png", "svg"] as const;
/** Error correction levels, which recover 7, 15, 25 and 30 % of damage (ISO/IEC 18004). */
export const QR_LEVELS = ["L", "M", "Q", "H"] as const;

export const QR_MIN_SIZE_PIXELS = 64;
export const QR_MAX_SIZE_PIXELS = 2048;
/** Of a PNG. */
export const QR_DEFAULT_SIZE_PIXELS = 512;
export const QR_MAX_MARGIN_MODULES = 16;
/** The quiet zone that scanners may need (ISO/IEC 18004). */
export const QR_STANDARD_MARGIN_MODULES = 4;
/** That of text (WCAG 2.2, 1.4.3): phones can read such codes in poor light too. */
export const QR_MIN_CONTRAST = 4.5;

export const QR_FORMAT_INVALID = "Format must be png or svg";
export const QR_SIZE_INVALID = `Size must be a whole number from ${QR_MIN_SIZE_PIXELS} to ${formatCount(QR_MAX_SIZE_PIXELS)}`;
export const QR_MARGIN_INVALID = `Margin must be a whole number from 0 to ${QR_MAX_MARGIN_MODULES}`;
export const QR_LEVEL_INVALID = "Level must be L, M, Q or H";
export const QR_COLOUR_INVALID = "Colours must be six hexadecimal digits, for example 1a2b3c";
export const QR_CONTRAST_TOO_LOW =
  "Scanners can't read these colours: the foreground must be much darker than the background";

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

const colour = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i, QR_COLOUR_INVALID)
  .transform((text) => text.replace("#", "").toLowerCase())
  .pipe(z.string());

/** Query of GET /api/urls/{id}/qr and GET /api/v1/urls/{id}/qr. */
export const qrQuerySchema = z
  .object({
    format: z.enum(QR_FORMATS, QR_FORMAT_INVALID).default("png"),
    size: wholeNumber(QR_MIN_SIZE_PIXELS, QR_MAX_SIZE_PIXELS, QR_SIZE_INVALID)
      .optional()
      .describe("Width and height in pixels; by default 512 for a PNG, none for an SVG"),
    margin: wholeNumber(0, QR_MAX_MARGIN_MODULES, QR_MARGIN_INVALID)
      .default(QR_STANDARD_MARGIN_MODULES)
      .describe("Width of the quiet zone, in modules"),
    level: z.enum(QR_LEVELS, QR_LEVEL_INVALID).default("M").describe("Error correction level"),
    foreground: colour.default("000000").describe("Six hexadecimal digits"),
    background: colour.default("ffffff").describe("Six hexadecimal digits; must be much lighter than the foreground"),
    download: z.literal("1").optional().describe("Sends the image as a file to save"),
  })
  .refine(({ foreground, background }) => canBeScanned(foreground, background), {
    message: QR_CONTRAST_TOO_LOW,
    path: ["foreground"],
  });

export type QrQuery = z.infer<typeof qrQuerySchema>;
export type QrFormat = QrQuery["format"];
/** How a code looks. */
export type QrLook = Omit<QrQuery, "format" | "download">;

/** Black on white, level M, with the standard quiet zone. */
export const DEFAULT_LOOK: QrLook = {
  margin: QR_STANDARD_MARGIN_MODULES,
  level: "M",
  foreground: "000000",
  background: "ffffff",
};

/** Dark on light with enough contrast: many scanners cannot read inverted codes. */
function canBeScanned(foreground: string, background: string): boolean {
  const contrast = (luminance(background) + 0.05) / (luminance(foreground) + 0.05);
  // Of invalid colours, which have a message of their own, it is not a number.
  return Number.isNaN(contrast) || contrast >= QR_MIN_CONTRAST;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
