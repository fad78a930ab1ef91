import { AppError } from "@/lib/errors";
import { sharp } from "@/lib/qr/child/image-library";
import { withinMemory } from "@/lib/qr/child/memory";
import { parseSvgLogo, refused, type SvgLogo } from "@/lib/qr/child/svg-logo";
import { QR_LOGO_MAX_BYTES, QR_LOGO_TOO_LARGE } from "@/lib/qr/design";
import type { CleanLogo } from "@/lib/qr/studio-types";

const MAX_PIXELS = 4096 * 4096;
const MAX_SIDE = 1024;
const TIMEOUT_SECONDS = 5;
/** Resolution of SVG units in librsvg. */
const BASE_DPI = 72;
const MAX_DPI = 100_000;
const TOO_MUCH_MEMORY = "The logo takes too much memory to draw; simplify its filters and patterns.";

const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 } as const;

/**
 * Re-encodes an untrusted logo, which drops everything else in the file.
 *
 * @throws AppError invalid or too_large, with a message for the user
 */
export async function clean(bytes: Buffer): Promise<CleanLogo> {
  if (bytes.length > QR_LOGO_MAX_BYTES) throw new AppError("too_large", QR_LOGO_TOO_LARGE, "logo");
  const image = await open(bytes);
  const { png, width, height } = await withinMemory(encode(image), TOO_MUCH_MEMORY, "logo");
  const { channels } = await sharp(png).stats();
  if (channels[3]?.max === 0) throw refused("The logo is empty: all of it is transparent.");
  return { png, width, height };
}

async function open(bytes: Buffer): Promise<ReturnType<typeof sharp>> {
  if (isRaster(bytes)) return openRaster(bytes);
  if (!/^\s*</.test(bytes.toString("utf8", 0, 256).replace(/^\uFEFF/, ""))) {
    throw refused("The logo must be a PNG, JPEG or SVG image.");
  }
  const logo = parseSvgLogo(bytes);
  let pixels = 0;
  for (const image of logo.images) {
    if (!isRaster(image)) throw refused("An image in the SVG is neither PNG nor JPEG.");
    const { width = 0, height = 0 } = await (await openRaster(image)).metadata();
    pixels += width * height;
  }
  if (pixels > MAX_PIXELS) throw refused("The images in the SVG have too many pixels; make them smaller.");
  return sharp(Buffer.from(logo.text), { ...OPTIONS, density: densityOf(logo) });
}

function isRaster(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, 8);
  return head === "\x89PNG\r\n\x1a\n" || head.startsWith("\xff\xd8\xff");
}

async function openRaster(bytes: Buffer): Promise<ReturnType<typeof sharp>> {
  const image = sharp(bytes, OPTIONS);
  const { width = 0, height = 0 } = await image.metadata().catch(() => {
    throw refused("The logo can't be read: the file is damaged or too large.");
  });
  if (width * height > MAX_PIXELS) throw refused("The logo has too many pixels; use at most 4,096 each way.");
  return image.autoOrient();
}

/** The density at which the longer side has as many pixels as are kept. */
function densityOf({ width, height }: SvgLogo): number {
  const side = Math.max(width ?? 0, height ?? 0);
  return side > 0 ? Math.min(MAX_DPI, Math.max(1, (BASE_DPI * MAX_SIDE) / side)) : BASE_DPI;
}

async function encode(image: ReturnType<typeof sharp>): Promise<CleanLogo> {
  try {
    const { data, info } = await image
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch {
    throw refused("The logo can't be read: the file is damaged or too large.");
  }
}
