import { formatCount } from "@/lib/format";
import {
  QR_DESIGN_FORMAT_INVALID,
  QR_DESIGN_FORMATS,
  QR_MAX_RASTER_SIZE_MM,
  QR_RASTER_MM_INVALID,
  type QrSize,
  qrSizeSchema,
} from "@/lib/qr/design";
import { sheetSchema } from "@/lib/qr/files/sheet-schema";
import { listUrlsSchema } from "@/lib/urls/list-schema";
import * as z from "@/lib/zod";

/** Maximum number of codes in one file. */
export const QR_FILE_MAX_CODES = 10_000;
/** Maximum size of a request, enough for that many ids. */
export const QR_FILE_MAX_BODY_BYTES = 512 * 1024;
/** Maximum total size of the images in one file. */
export const QR_FILE_MAX_IMAGE_BYTES = 512 * 1024 * 1024;
/** Maximum total size of the images in all files, which are stored in the database. */
export const QR_FILES_MAX_TOTAL_BYTES = 10 * 1024 * 1024 * 1024;
/** Maximum number of files per user. */
export const MAX_QR_FILES = 5;

const QR_FILE_IDS_INVALID = `\`ids\` must be an array of 1 to ${formatCount(QR_FILE_MAX_CODES)} ids.`;
export const QR_FILE_TOO_MANY_CODES = `A file can have at most ${formatCount(QR_FILE_MAX_CODES)} QR codes. Select fewer links.`;
export const QR_FILE_NEEDS_LINKS = "Send either `ids` or `filter`.";
export const QR_FILE_SHEET_ALONE = "Label sheets have no `format` or `size`.";
export const QR_FILE_WITHOUT_CODES = "None of these links has a QR code.";
export const QR_FILE_TOO_LARGE = "These QR codes take more than 512 MB. Choose a smaller size or fewer links.";
export const QR_FILES_TOO_LARGE =
  "All users' files together take more than 10 GB. Files are kept for a day: try again later, or choose a smaller size.";
export const TOO_MANY_QR_FILES = `You already have ${MAX_QR_FILES} files. Delete one first.`;

function sizeInMm(size: QrSize | undefined): number {
  return size && "mm" in size ? size.mm : 0;
}

/** Body of POST /api/qr-files. */
export const createQrFileSchema = z
  .strictObject({
    ids: z
      .array(z.uuid(QR_FILE_IDS_INVALID).toLowerCase(), QR_FILE_IDS_INVALID)
      .min(1, QR_FILE_IDS_INVALID)
      .max(QR_FILE_MAX_CODES, QR_FILE_TOO_MANY_CODES)
      .optional()
      .describe("Links, in this order; those without a QR code and deleted ones are left out"),
    filter: listUrlsSchema
      .omit({ limit: true, cursor: true })
      .strict()
      .optional()
      .describe("Instead of `ids`: the links that GET /api/qr-codes lists with these parameters, without deleted ones"),
    format: z.enum(QR_DESIGN_FORMATS, QR_DESIGN_FORMAT_INVALID).optional().describe("Of a ZIP file; by default PNG"),
    size: qrSizeSchema.optional().describe("Of a ZIP file"),
    sheet: sheetSchema.optional().describe("Instead of a ZIP file: sheets of labels, as a PDF"),
    withPlacements: z.boolean().default(false).describe("Whether each placement gets a code of its own as well"),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    message: QR_FILE_NEEDS_LINKS,
    path: ["ids"],
  })
  .refine(({ format = "png", size }) => sizeInMm(size) <= QR_MAX_RASTER_SIZE_MM || !["png", "webp"].includes(format), {
    message: QR_RASTER_MM_INVALID,
    path: ["size", "mm"],
  })
  .refine(({ format, size, sheet }) => sheet === undefined || (format === undefined && size === undefined), {
    message: QR_FILE_SHEET_ALONE,
    path: ["sheet"],
  });

export type CreateQrFileInput = z.infer<typeof createQrFileSchema>;
