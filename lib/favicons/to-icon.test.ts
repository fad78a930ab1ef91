import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import sharp from "sharp";
import { toIcon } from "@/lib/favicons/to-icon";

const red = { create: { width: 48, height: 48, channels: 3, background: "#ff0000" } } as const;

async function pixelsOf(icon: Buffer | null): Promise<[number, number, string] | null> {
  if (!icon) return null;
  const { data, width, height } = PNG.sync.read(icon);
  return [width, height, data.subarray(4 * (16 * 32 + 16), 4 * (16 * 32 + 16) + 3).toString("hex")];
}

/** An ICO of one entry. */
function ico(picture: Buffer, { width = 32, count = 1, size = picture.length } = {}): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(count, 4);
  header.writeUInt8(width & 0xff, 6);
  header.writeUInt8(width & 0xff, 7);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(size, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, picture]);
}

/** A bitmap of 32 bits as it is in an ICO: the height counts the mask. */
function bitmap(width: number, height: number, bytes = width * height * 4): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(2 * height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) pixels.writeUInt32LE(0xffff0000, at);
  return Buffer.concat([header, pixels]);
}

/** A tiny PNG that claims these dimensions. */
function pngBomb(side: number): Buffer {
  const small = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  small.writeUInt32BE(side, 16);
  small.writeUInt32BE(side, 20);
  return Buffer.concat([small, deflateSync(Buffer.alloc(1024))]);
}

test.each(["png", "jpeg", "gif", "webp"] as const)("a %s becomes a PNG of 32 pixels", async (format) => {
  const [width, height, colour] = (await pixelsOf(await toIcon(await sharp(red).toFormat(format).toBuffer()))) ?? [];
  expect([width, height]).toEqual([32, 32]);
  // Lossy formats are slightly off.
  expect(colour).toMatch(/^f[c-f]0[0-3]0[0-3]$/);
});

test("an ICO is read, whether it holds a PNG or a bitmap", async () => {
  const png = await sharp(red).png().toBuffer();
  expect(await pixelsOf(await toIcon(ico(png)))).toEqual([32, 32, "ff0000"]);
  expect(await pixelsOf(await toIcon(ico(bitmap(32, 32))))).toEqual([32, 32, "ff0000"]);
  expect(await pixelsOf(await toIcon(ico(bitmap(256, 256), { width: 256 })))).toEqual([32, 32, "ff0000"]);
});

test("other data in the file is dropped", async () => {
  const marked = await sharp(red)
    .png()
    .withExif({ IFD0: { Copyright: "marked" } })
    .toBuffer();
  const trailing = Buffer.concat([marked, Buffer.from("<script>alert(1)</script>")]);
  const icon = await toIcon(trailing);
  expect(icon?.toString("latin1")).not.toMatch(/marked|script/);
  expect(icon?.length).toBeLessThan(1_000);
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><script>alert(1)</script><rect width="32" height="32"/></svg>`;

test.each([
  ["an SVG", Buffer.from(svg)],
  ["an SVG with a declaration", Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ["an SVG that names a file", Buffer.from(svg.replace("<rect", '<image href="file:///etc/passwd"/><rect'))],
  ["a page", Buffer.from("<!doctype html><title>404</title>")],
  ["a PDF", Buffer.from("%PDF-1.7\n")],
  ["nothing", Buffer.alloc(0)],
  ["a few bytes", Buffer.from([0, 0, 1, 0])],
  ["a PNG that is cut off", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")],
  ["a PNG of 40,000 by 40,000 pixels", pngBomb(40_000)],
  ["a PNG of 2,000,000,000 pixels a side", pngBomb(2_000_000_000)],
  ["an ICO around such a PNG", ico(pngBomb(40_000))],
  ["an ICO of 65,535 entries", ico(Buffer.alloc(40), { count: 65_535 })],
  ["an ICO whose entry lies outside it", ico(Buffer.alloc(40), { size: 4_000_000_000 })],
  ["an ICO whose bitmap says it is huge", ico(bitmap(1_000_000, 1_000_000, 64))],
  ["an ICO whose bitmap is of negative size", ico(bitmap(-32, -32, 4_096))],
  ["an ICO whose bitmap is cut off", ico(bitmap(32, 32, 64))],
])("%s is not an icon", async (_name, bytes) => {
  const before = process.memoryUsage.rss();
  expect(await toIcon(bytes)).toBeNull();
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test.each([
  ["an SVG", async () => Buffer.from(svg)],
  ["a TIFF", () => sharp(red).tiff().toBuffer()],
  ["an AVIF", () => sharp(red).avif().toBuffer()],
  ["a PPM", async () => Buffer.from("P6 1 1 255 xxx")],
])("the library decodes only the four formats: %s", async (_name, make) => {
  const bytes = await make();
  expect(await toIcon(bytes)).toBeNull();
  await expect(sharp(bytes).png().toBuffer()).rejects.toThrow("unsupported image format");
});

test("files are refused too", async () => {
  const file = path.join(tmpdir(), `hop-${process.pid}.png`);
  writeFileSync(file, await sharp(red).png().toBuffer());
  await expect(sharp(file).png().toBuffer()).rejects.toThrow("unsupported image format");
  rmSync(file);
});

test("only the first frame counts, and too many pixels are refused", async () => {
  const large = await sharp({ create: { ...red.create, width: 1_500, height: 1_500 } })
    .png()
    .toBuffer();
  expect(large.length).toBeLessThan(50_000);
  expect(await toIcon(large)).toBeNull();
});
