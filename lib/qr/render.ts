import QRCode from "qrcode";
import { AppError } from "@/lib/errors";
import { etagOf } from "@/lib/etag";
import { drawPng, pixelsOfModule } from "@/lib/qr/png";
import { DEFAULT_LOOK, type QrFormat, type QrLook } from "@/lib/qr/schema";

const PNG_WIDTH_PIXELS = 512;
/** Smaller modules are lost on a screen or in print. */
const LEAST_PIXELS_OF_MODULE = 2;

export type QrImage = { bytes: Buffer; mediaType: string; etag: string };

/** What a short URL's QR code says: the visit is counted as one by QR (design section 5). */
export function qrContent(shortUrl: string): string {
  return `${shortUrl}?qr=1`;
}

/**
 * Draws a QR code; the same content and look always give the same bytes.
 *
 * @throws AppError invalid when the code does not fit into the size that is asked for
 */
export async function renderQr(content: string, format: QrFormat, look: QrLook = DEFAULT_LOOK): Promise<QrImage> {
  const bytes = format === "svg" ? await drawSvg(content, look) : drawQrPng(content, look);
  return { bytes, mediaType: format === "svg" ? "image/svg+xml" : "image/png", etag: etagOf(bytes) };
}

/** The PNG alone, without waiting: for those who draw many. */
export function drawQrPng(content: string, look: QrLook = DEFAULT_LOOK): Buffer {
  const { modules } = QRCode.create(content, { errorCorrectionLevel: look.level });
  const { foreground, background, margin: quietZone, size: width = PNG_WIDTH_PIXELS } = look;
  if (pixelsOfModule(modules, { width, quietZone }) < LEAST_PIXELS_OF_MODULE) {
    const needed = (modules.size + 2 * quietZone) * LEAST_PIXELS_OF_MODULE;
    throw new AppError("invalid", `This QR code needs a size of at least ${needed} pixels`, "size");
  }
  const isBlackOnWhite = foreground === DEFAULT_LOOK.foreground && background === DEFAULT_LOOK.background;
  return drawPng(modules, { width, quietZone, ...(!isBlackOnWhite && { colours: [foreground, background] as const }) });
}

async function drawSvg(content: string, { level, margin, size, foreground, background }: QrLook): Promise<Buffer> {
  const svg = await QRCode.toString(content, {
    type: "svg",
    errorCorrectionLevel: level,
    margin,
    ...(size && { width: size }),
    color: { dark: `#${foreground}`, light: `#${background}` },
  });
  return Buffer.from(svg);
}
