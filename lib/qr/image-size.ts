import { AppError } from "@/lib/errors";
import type { QrDesignFormat, QrSize } from "@/lib/qr/design";

/** Smaller modules are lost on a screen or in print. */
const MIN_MODULE_PIXELS = 2;
/** For images in millimetres, at least. */
const DOTS_PER_INCH = 300;
const MM_PER_INCH = 25.4;
/** Up to this width, a code takes a fraction of a second to render; a WebP takes four times as long as a PNG. */
const LARGE_PIXELS = { png: 2_000, webp: 1_000 } as const;

/**
 * Asserts that the modules of an image are large enough for a screen or for print at 300 dpi, whatever its format.
 *
 * @param modules width of the image in modules
 * @throws AppError invalid, in the unit and with the field that the request used
 */
export function assertFits(modules: number, size: QrSize): void {
  if (pixelsOf(size) < modules * MIN_MODULE_PIXELS) throw tooSmall(Math.ceil(modules * MIN_MODULE_PIXELS), size);
}

/**
 * Whole pixels per module, and the width of the image in pixels. An image in millimetres gets more than 300 dpi rather
 * than a smaller code; one in pixels has the requested width.
 *
 * @param modules width of the image in modules
 * @throws AppError invalid when it is too small for the code
 */
export function toPixels(modules: number, size: QrSize): { scale: number; width: number } {
  assertFits(modules, size);
  if ("px" in size) return { scale: Math.floor(size.px / modules), width: size.px };
  const scale = Math.ceil(pixelsOf(size) / modules);
  return { scale, width: Math.ceil(scale * modules) };
}

/** The density with which an image of this width in pixels is printed at its size; none for one in pixels. */
export function densityOf(width: number, size: QrSize): { dotsPerInch?: number } {
  return "mm" in size ? { dotsPerInch: (width * MM_PER_INCH) / size.mm } : {};
}

/** Whether a code takes seconds to render: a WebP of 300 mm takes six. */
export function isLarge(format: QrDesignFormat, size: QrSize | null | undefined): boolean {
  return (format === "png" || format === "webp") && !!size && pixelsOf(size) > LARGE_PIXELS[format];
}

function pixelsOf(size: QrSize): number {
  return "px" in size ? size.px : Math.round((size.mm * DOTS_PER_INCH) / MM_PER_INCH);
}

function tooSmall(pixels: number, size: QrSize): AppError {
  if ("px" in size) return new AppError("invalid", `This QR code needs a size of at least ${pixels} pixels`, "size");
  const mm = Math.ceil((10 * pixels * MM_PER_INCH) / DOTS_PER_INCH) / 10;
  return new AppError("invalid", `This QR code needs a size of at least ${mm} mm`, "mm");
}
