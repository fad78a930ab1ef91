import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { createImageCache } from "@/lib/qr/image-cache";
import { encodePng, type Modules, pixelsOfModule } from "@/lib/qr/png";
import { DEFAULT_LOOK, QR_DEFAULT_SIZE_PIXELS, type QrFormat, type QrLook } from "@/lib/qr/schema";
import { encodeQr } from "@/lib/qr/symbol/encode";

/** Smaller modules are lost on a screen or in print. */
const MIN_MODULE_PIXELS = 2;
/** About 10,000 plain codes of the default size, or 200 with a logo. */
const CACHE_BYTES = 10 * 1024 * 1024;

export type QrImage = { bytes: Buffer; mediaType: string };
type Rendering = { content: string; format: QrFormat; look: QrLook };

/** The dashboard's routes serve images that the public API rendered. The key is everything that the image depends on. */
export const cacheImage = processWide("hopQrImages", () => createImageCache(CACHE_BYTES));

/**
 * The content of a short URL's QR code; `qr` marks the visit as a scan, at a placement or anywhere (design section 5).
 */
export function qrContent(shortUrl: string, placement = "1"): string {
  return `${shortUrl}?qr=${placement}`;
}

/**
 * Renders a QR code, or takes it from the cache; the same content and look always give the same bytes.
 *
 * @throws AppError invalid when the code does not fit into the requested size
 */
export async function renderQr(content: string, format: QrFormat, look: QrLook = DEFAULT_LOOK): Promise<QrImage> {
  const { margin, level, size, foreground, background } = look;
  // Fixed order, whatever the order in `look`.
  const sorted = { margin, level, size, foreground, background };
  const key = JSON.stringify({ content, format, look: sorted } satisfies Rendering);
  const bytes = await cacheImage(key, () => renderFromKey(key));
  return { bytes, mediaType: format === "svg" ? "image/svg+xml" : "image/png" };
}

/** Renders from the cache key alone, which guarantees that the key contains everything the image depends on. */
async function renderFromKey(key: string): Promise<Buffer> {
  const { content, format, look }: Rendering = JSON.parse(key);
  return format === "svg" ? renderSvg(content, look) : renderPng(content, look);
}

function renderPng(content: string, look: QrLook): Buffer {
  const modules = encodeQr(content, look.level);
  const { foreground, background, margin: quietZone, size: width = QR_DEFAULT_SIZE_PIXELS } = look;
  if (pixelsOfModule(modules, { width, quietZone }) < MIN_MODULE_PIXELS) {
    const needed = (modules.size + 2 * quietZone) * MIN_MODULE_PIXELS;
    throw new AppError("invalid", `This QR code needs a size of at least ${needed} pixels`, "size");
  }
  const isBlackOnWhite = foreground === DEFAULT_LOOK.foreground && background === DEFAULT_LOOK.background;
  return encodePng(modules, {
    width,
    quietZone,
    ...(!isBlackOnWhite && { colours: [foreground, background] as const }),
  });
}

function renderSvg(content: string, { level, margin, size, foreground, background }: QrLook): Buffer {
  const modules = encodeQr(content, level);
  const width = modules.size + 2 * margin;
  const inPixels = size ? ` width="${size}" height="${size}"` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"${inPixels} viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
      `<path id="background" fill="#${background}" d="M0 0h${width}v${width}H0z"/>` +
      `<path id="modules" fill="#${foreground}" d="${pathOf(modules, margin)}"/></svg>`,
  );
}

/** Draws a rectangle for each run of dark modules in a row. */
function pathOf({ size, data }: Modules, margin: number): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = column;
      while (column < size && data[row * size + column]) column++;
      if (column > from) path += `M${from + margin} ${row + margin}h${column - from}v1h${from - column}z`;
    }
  }
  return path;
}
