import { promisify } from "node:util";
import { crc32, deflate, deflateSync } from "node:zlib";

/** Dark (1) and light (0) modules, row by row. */
export type Modules = { size: number; data: ArrayLike<number> };

const deflateLater = promisify(deflate);

/** PNG, section 5.2. */
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const BIT_DEPTH = 1;
const GREYSCALE = 0;
const TRUECOLOUR = 2;
const TRUECOLOUR_ALPHA = 6;
const PALETTE = 3;
const NO_FILTER = 0;
const FILTER_UP = 2;
/** Output 10 % larger than at the default level 6, in half the time. */
const DEFLATE_LEVEL = 4;
/**
 * For one bit per pixel: 0.5 instead of 0.4 kB for a code of 300 pixels, in half the time and a third of the memory.
 */
const FAST = { level: 2, windowBits: 12, memLevel: 7 };

type PngOptions = {
  /** Width and height of the image in pixels. */
  width: number;
  /** Minimum light modules on each side; leftover pixels are added to it. */
  quietZone: number;
  /** Six hexadecimal digits each, dark first; black and white by default. */
  colours?: readonly [dark: string, light: string];
};

/**
 * Encodes modules as a square PNG with one bit per pixel: about 40 times as fast as truecolour and a
 * fifth of the size. Custom colours become a two-entry palette.
 */
export function encodePng({ size, data }: Modules, options: PngOptions): Buffer {
  const { width, quietZone, colours } = options;
  const scale = Math.floor(width / (size + 2 * quietZone));
  const offset = Math.floor((width - size * scale) / 2);
  const rowBytes = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(rowBytes * width, 0xff);
  for (let y = 0; y < width; y++) pixels[y * rowBytes] = NO_FILTER;
  for (let row = 0; row < size; row++) {
    const line = pixels.subarray((offset + row * scale) * rowBytes, (offset + row * scale + 1) * rowBytes);
    for (let column = 0; column < size; column++) {
      if (data[row * size + column]) darken(line, offset + column * scale, scale);
    }
    for (let copy = 1; copy < scale; copy++) line.copy(pixels, (offset + row * scale + copy) * rowBytes);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header({ width, height: width, bitDepth: BIT_DEPTH, colourType: colours ? PALETTE : GREYSCALE })),
    ...(colours ? [chunk("PLTE", Buffer.from(colours.join(""), "hex"))] : []),
    chunk("IDAT", deflateSync(pixels, FAST)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type RgbaPixels = { data: Buffer; width: number; height: number };

/**
 * Encodes RGBA, without alpha if everything is opaque. Rows are stored as differences from the row above, most of which
 * are zero within a module.
 */
export async function encodePixels(pixels: RgbaPixels, { dotsPerInch }: { dotsPerInch?: number }): Promise<Buffer> {
  const { width, height } = pixels;
  const isOpaque = isAllOpaque(pixels);
  const rows = filteredRows(pixels, isOpaque ? 3 : 4);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header({ width, height, bitDepth: 8, colourType: isOpaque ? TRUECOLOUR : TRUECOLOUR_ALPHA })),
    ...(dotsPerInch === undefined ? [] : [chunk("pHYs", density(dotsPerInch))]),
    chunk("IDAT", await deflateLater(rows, { level: DEFLATE_LEVEL })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function isAllOpaque({ data }: RgbaPixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function filteredRows({ data, width, height }: RgbaPixels, channels: 3 | 4): Buffer {
  const rowBytes = 1 + channels * width;
  const rows = Buffer.alloc(rowBytes * height);
  const black = Buffer.alloc(4 * width);
  for (let y = 0; y < height; y++) {
    const row = data.subarray(4 * width * y, 4 * width * (y + 1));
    const above = y === 0 ? black : data.subarray(4 * width * (y - 1), 4 * width * y);
    rows[y * rowBytes] = FILTER_UP;
    // A row that repeats the one above stays zero.
    if (!row.equals(above)) subtract(row, above, rows.subarray(y * rowBytes + 1, (y + 1) * rowBytes), channels);
  }
  return rows;
}

/** Subtracts modulo 256. */
function subtract(row: Uint8Array, above: Uint8Array, to: Uint8Array, channels: 3 | 4): void {
  for (let from = 0, at = 0; from < row.length; from += 4, at += channels) {
    to[at] = (row[from] as number) - (above[from] as number);
    to[at + 1] = (row[from + 1] as number) - (above[from + 1] as number);
    to[at + 2] = (row[from + 2] as number) - (above[from + 2] as number);
    if (channels === 4) to[at + 3] = (row[from + 3] as number) - (above[from + 3] as number);
  }
}

/** The density in pixels per metre (PNG, section 11.3.4.3). */
function density(dotsPerInch: number): Buffer {
  const bytes = Buffer.alloc(9);
  const perMetre = Math.round(dotsPerInch / 0.0254);
  bytes.writeUInt32BE(perMetre, 0);
  bytes.writeUInt32BE(perMetre, 4);
  bytes[8] = 1;
  return bytes;
}

/** Clears the bits of a run of pixels; the first byte of a line is its filter. */
function darken(line: Buffer, from: number, count: number): void {
  for (let x = from; x < from + count; x++) {
    const at = 1 + (x >> 3);
    line[at] = (line[at] ?? 0) & ~(0x80 >> (x & 7));
  }
}

type Header = { width: number; height: number; bitDepth: number; colourType: number };

function header({ width, height, bitDepth, colourType }: Header): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = bitDepth;
  bytes[9] = colourType;
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
