import { z } from "zod";
import { formatCount } from "@/lib/format";
import { canBeScanned, QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import { placementNameSchema } from "@/lib/qr/placement-schema";

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

export const QR_FORMAT_INVALID = "Format must be png or svg";
export const QR_SIZE_INVALID = `Size must be a whole number from ${QR_MIN_SIZE_PIXELS} to ${formatCount(QR_MAX_SIZE_PIXELS)}`;
export const QR_MARGIN_INVALID = `Margin must be a whole number from 0 to ${QR_MAX_MARGIN_MODULES}`;
export const QR_LEVEL_INVALID = "Level must be L, M, Q or H";
export const QR_COLOUR_INVALID = "Colours must be six hexadecimal digits, for example 1a2b3c";

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

/** Six hexadecimal digits in lower case. */
export const qrColour = z
  .string(QR_COLOUR_INVALID)
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
    foreground: qrColour.default("000000").describe("Six hexadecimal digits"),
    background: qrColour.default("ffffff").describe("Six hexadecimal digits; must be much lighter than the foreground"),
    placement: placementNameSchema.optional().describe("One of the link's placements, which its scans are counted by"),
    download: z.literal("1").optional().describe("Sends the image as a file to save"),
  })
  // Many scanners cannot read light on dark.
  .refine(({ foreground, background }) => canBeScanned(foreground, background), {
    message: QR_CONTRAST_TOO_LOW,
    path: ["foreground"],
  });

export type QrQuery = z.infer<typeof qrQuerySchema>;
export type QrFormat = QrQuery["format"];
export type QrLevel = QrQuery["level"];
/** How a code looks. */
export type QrLook = Omit<QrQuery, "format" | "placement" | "download">;

/** Black on white, level M, with the standard quiet zone. */
export const DEFAULT_LOOK: QrLook = {
  margin: QR_STANDARD_MARGIN_MODULES,
  level: "M",
  foreground: "000000",
  background: "ffffff",
};
