import decodeIco from "decode-ico";
import sharp, { type Sharp } from "sharp";
import { ICON_PIXELS } from "@/lib/favicons/find-icons";

/** Larger images are not icons but decompression bombs. */
const MAX_PIXELS = 1024 * 1024;
const MAX_ICO_PIXELS = 256;
const MAX_ICO_ENTRIES = 64;
const TIMEOUT_SECONDS = 2;

const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 } as const;

// No other decoder runs in this process, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});
// One small image at a time: the process has other work to do.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes an untrusted image as a small PNG, which drops everything else in the file.
 *
 * @returns null unless the first bytes are those of a PNG, JPEG, GIF, WebP or ICO and it can be decoded
 */
export async function toIcon(bytes: Buffer): Promise<Buffer | null> {
  try {
    const image = open(bytes);
    return (
      image &&
      (await image
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize(ICON_PIXELS, ICON_PIXELS, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png({ compressionLevel: 9 })
        .toBuffer())
    );
  } catch {
    return null;
  }
}

/** Only these loaders see the file: no SVG, PDF or other formats that the library supports. */
function open(bytes: Buffer): Sharp | null {
  if (isRaster(bytes)) return sharp(bytes, OPTIONS);
  return bytes.length > 6 && bytes.readUInt32LE(0) === 0x00010000 ? openIco(bytes) : null;
}

function isRaster(bytes: Buffer): boolean {
  const head = bytes.toString("latin1", 0, 12);
  return (
    head.startsWith("\x89PNG\r\n\x1a\n") ||
    head.startsWith("\xff\xd8\xff") ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head)
  );
}

type Entry = { pixels: number; bits: number; size: number; offset: number };

/** Decodes the best entry of an ICO alone: decode-ico would decode all of them, at whatever size they claim. */
function openIco(bytes: Buffer): Sharp | null {
  const count = Math.min(bytes.readUInt16LE(4), MAX_ICO_ENTRIES);
  const entries = Array.from({ length: count }, (_, index) => readEntry(bytes, 6 + 16 * index)).sort(byFit);
  for (const { size, offset } of entries) {
    const picture = bytes.subarray(offset, offset + size);
    if (picture.length < 40 || picture.length < size) continue;
    if (isRaster(picture)) return sharp(picture, OPTIONS);
    if (!isSmallBitmap(picture)) continue;
    const [decoded] = decodeIco(oneEntryIco(picture));
    if (decoded?.type !== "bmp") continue;
    const { data, width, height } = decoded;
    return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
  }
  return null;
}

function readEntry(bytes: Buffer, at: number): Entry {
  return {
    pixels: bytes.readUInt8(at) || MAX_ICO_PIXELS,
    bits: bytes.readUInt16LE(at + 6),
    size: bytes.readUInt32LE(at + 8),
    offset: bytes.readUInt32LE(at + 12),
  };
}

function byFit(a: Entry, b: Entry): number {
  return Math.abs(a.pixels - ICON_PIXELS) - Math.abs(b.pixels - ICON_PIXELS) || b.bits - a.bits;
}

/** Checks the header that the decoder trusts (BITMAPINFOHEADER); its height includes the mask. */
function isSmallBitmap(picture: Buffer): boolean {
  const [headerSize, width, height] = [picture.readUInt32LE(0), picture.readInt32LE(4), picture.readInt32LE(8)];
  return headerSize === 40 && width > 0 && width <= MAX_ICO_PIXELS && height > 0 && height <= 2 * MAX_ICO_PIXELS;
}

function oneEntryIco(picture: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, picture]);
}
