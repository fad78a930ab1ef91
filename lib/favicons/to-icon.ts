import decodeIco from "decode-ico";
import sharp, { type Sharp } from "sharp";
import { ICON_PIXELS } from "@/lib/favicons/find-icons";

/** Of a picture that is decoded: more is no icon but a bomb. */
const MOST_PIXELS = 1024 * 1024;
const MOST_ICO_PIXELS = 256;
const MOST_ICO_ENTRIES = 64;
const TIMEOUT_SECONDS = 2;

const OPTIONS = { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 } as const;

// No other decoder runs in this process, whatever a file pretends to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});
// One small picture at a time, in a process that has other things to do.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A picture of a stranger as a small PNG of our own making; what else was in the file is gone.
 *
 * @returns null for what is no PNG, JPEG, GIF, WebP or ICO by its first bytes, whatever it is said
 *   to be, or cannot be decoded
 */
export async function toIcon(bytes: Buffer): Promise<Buffer | null> {
  try {
    const picture = open(bytes);
    return (
      picture &&
      (await picture
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize(ICON_PIXELS, ICON_PIXELS, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png({ compressionLevel: 9 })
        .toBuffer())
    );
  } catch {
    return null;
  }
}

/** Only these loaders ever see a file: no SVG, PDF or what else the library reads. */
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

/** The entry of an ICO that suits best, alone: decode-ico would decode all, of whatever size they say. */
function openIco(bytes: Buffer): Sharp | null {
  const count = Math.min(bytes.readUInt16LE(4), MOST_ICO_ENTRIES);
  const entries = Array.from({ length: count }, (_, index) => readEntry(bytes, 6 + 16 * index)).sort(bySuit);
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
    pixels: bytes.readUInt8(at) || MOST_ICO_PIXELS,
    bits: bytes.readUInt16LE(at + 6),
    size: bytes.readUInt32LE(at + 8),
    offset: bytes.readUInt32LE(at + 12),
  };
}

function bySuit(a: Entry, b: Entry): number {
  return Math.abs(a.pixels - ICON_PIXELS) - Math.abs(b.pixels - ICON_PIXELS) || b.bits - a.bits;
}

/** By its own header (BITMAPINFOHEADER), which the decoder believes: the height counts the mask too. */
function isSmallBitmap(picture: Buffer): boolean {
  const [headerSize, width, height] = [picture.readUInt32LE(0), picture.readInt32LE(4), picture.readInt32LE(8)];
  return headerSize === 40 && width > 0 && width <= MOST_ICO_PIXELS && height > 0 && height <= 2 * MOST_ICO_PIXELS;
}

function oneEntryIco(picture: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, picture]);
}
