import { canBeScanned, QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import {
  DEFAULT_DESIGN,
  QR_DESIGN_FORMAT_INVALID,
  QR_DESIGN_FORMATS,
  QR_MAX_RASTER_SIZE_MM,
  QR_MAX_SIZE_MM,
  QR_MIN_SIZE_MM,
  QR_MM_INVALID,
  QR_RASTER_MM_INVALID,
  type QrDesign,
  type QrSize,
} from "@/lib/qr/design";
import { placementNameSchema } from "@/lib/qr/placements/schema";
import {
  QR_LEVEL_INVALID,
  QR_LEVELS,
  QR_MARGIN_INVALID,
  QR_MAX_MARGIN_MODULES,
  QR_MAX_SIZE_PIXELS,
  QR_MIN_SIZE_PIXELS,
  QR_SIZE_INVALID,
  qrColour,
} from "@/lib/qr/schema";
import * as z from "@/lib/zod";

export const QR_DOWNLOAD_INVALID = "`download` must be 1.";
export const QR_SIZE_OR_MM = "Use either `size` or `mm`.";

const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

const mmSchema = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,2})?$/, QR_MM_INVALID)
  .transform(Number)
  .pipe(z.number().min(QR_MIN_SIZE_MM, QR_MM_INVALID).max(QR_MAX_SIZE_MM, QR_MM_INVALID));

/** Query of GET /api/urls/{id}/qr and GET /api/v1/urls/{id}/qr. */
export const qrQuerySchema = z
  .object({
    format: z.enum(QR_DESIGN_FORMATS, QR_DESIGN_FORMAT_INVALID).default("png").describe("Type of the file"),
    size: wholeNumber(QR_MIN_SIZE_PIXELS, QR_MAX_SIZE_PIXELS, QR_SIZE_INVALID)
      .optional()
      .describe("Width and height in pixels; by default 512 for a PNG or WebP, none for an SVG"),
    mm: mmSchema.optional().describe("Width in millimetres instead; raster images have at least 300 dpi"),
    margin: wholeNumber(0, QR_MAX_MARGIN_MODULES, QR_MARGIN_INVALID)
      .optional()
      .describe(
        "Width of the quiet zone, in modules. This and the next three replace the link's design with a plain one",
      ),
    level: z.enum(QR_LEVELS, QR_LEVEL_INVALID).optional().describe("Error correction level"),
    foreground: qrColour.optional().describe("Six hexadecimal digits"),
    background: qrColour.optional().describe("Six hexadecimal digits; must be much lighter than the foreground"),
    placement: placementNameSchema
      .optional()
      .describe("One of the link's placements; scans of this code are counted for it"),
    download: z.literal("1", QR_DOWNLOAD_INVALID).optional().describe("Sends the image as a file to save"),
  })
  // Many scanners cannot read light on dark.
  .refine(
    ({ foreground = DEFAULT_DESIGN.foreground.color, background = DEFAULT_DESIGN.background }) =>
      canBeScanned(foreground, background),
    { message: QR_CONTRAST_TOO_LOW, path: ["foreground"] },
  )
  .refine(({ size, mm }) => size === undefined || mm === undefined, { message: QR_SIZE_OR_MM, path: ["mm"] })
  .refine(({ format, mm = 0 }) => mm <= QR_MAX_RASTER_SIZE_MM || (format !== "png" && format !== "webp"), {
    message: QR_RASTER_MM_INVALID,
    path: ["mm"],
  });

export type QrQuery = z.infer<typeof qrQuerySchema>;

/** The plain design that a query requests; null if it sets no look of its own. */
export function designOf({ margin, level, foreground, background }: QrQuery): QrDesign | null {
  if ([margin, level, foreground, background].every((part) => part === undefined)) return null;
  return {
    ...DEFAULT_DESIGN,
    margin: margin ?? DEFAULT_DESIGN.margin,
    level: level ?? DEFAULT_DESIGN.level,
    foreground: { kind: "solid", color: foreground ?? DEFAULT_DESIGN.foreground.color },
    background: background ?? DEFAULT_DESIGN.background,
  };
}

export function sizeOf({ size, mm }: QrQuery): QrSize | undefined {
  if (mm !== undefined) return { mm };
  return size === undefined ? undefined : { px: size };
}
