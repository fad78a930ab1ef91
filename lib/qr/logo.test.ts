import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { cleanLogo } from "@/lib/qr/studio";
import { logoSvg } from "@/lib/qr/testing/designs";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7f1d1d" } });
const svg = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const circle = '<circle cx="50" cy="50" r="50"/>';

test("PNG and JPEG are re-encoded within 1,024 pixels, upright and without metadata", async () => {
  const png = await cleanLogo(await blank(2000, 1000).png().toBuffer());
  expect([png.width, png.height]).toEqual([1024, 512]);
  const photo = await blank(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const upright = await cleanLogo(photo);
  expect([upright.width, upright.height]).toEqual([40, 60]);
  const { format, exif, icc } = await sharp(upright.png).metadata();
  expect([format, exif, icc]).toEqual(["png", undefined, undefined]);
});

test("an SVG is rasterised sharply, whatever its own size", async () => {
  const small = await cleanLogo(svg(circle, 'width="16" height="16" viewBox="0 0 100 100"'));
  const large = await cleanLogo(svg(circle, 'viewBox="0 0 9000 9000"'));
  expect([small.width, large.width]).toEqual([1024, 1024]);
  expect(await cleanLogo(logoSvg())).toMatchObject({ width: 1024, height: 1024 });
});

test("an SVG may refer to itself and contain images", async () => {
  const image = (await blank(10, 10).png().toBuffer()).toString("base64");
  const inside = `<defs><linearGradient id="g"><stop/></linearGradient></defs><rect width="50" height="50" fill="url(#g)"/><image width="40" height="40" href="data:image/png;base64,${image}"/>`;
  expect(await cleanLogo(svg(inside))).toMatchObject({ width: 1024 });
});

/** A PNG that claims more pixels than its few bytes suggest. */
function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length, 0);
    bytes.write(type, 4, "latin1");
    data.copy(bytes, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    return bytes;
  };
  const rows = chunk("IDAT", deflateSync(Buffer.alloc(1_000_000)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    rows,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Each result stays in memory, with the pixels of the whole image, until the filter is drawn. */
const filterSteps = (count: number) =>
  Array.from({ length: count }, (_, step) => `<feFlood result="s${step}"/>`).join("");

const DOCTYPE = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

test.each<[string, Buffer | Promise<Buffer>, RegExp]>([
  ["50 MB", Buffer.alloc(50 * 1024 * 1024), /at most 2 MB/],
  ["nothing", Buffer.alloc(0), /PNG, JPEG or SVG/],
  ["a GIF", blank(8, 8).gif().toBuffer(), /PNG, JPEG or SVG/],
  ["HTML", Buffer.from("<!doctype html><p>Hello"), /DOCTYPE|not an SVG/],
  ["XML that is not an SVG", Buffer.from("<root/>"), /not an SVG/],
  [
    "a truncated PNG",
    blank(400, 400)
      .png()
      .toBuffer()
      .then((bytes) => bytes.subarray(0, 300)),
    /damaged/,
  ],
  [
    "a truncated JPEG",
    blank(400, 400)
      .jpeg()
      .toBuffer()
      .then((bytes) => bytes.subarray(0, 300)),
    /damaged/,
  ],
  ["a PNG of 50,000 pixels each way", bombPng(50_000), /damaged or too large|too many pixels/],
  [
    "a bomb within an SVG",
    svg(`<image href="data:image/png;base64,${bombPng(50_000).toString("base64")}"/>`),
    /damaged or too large|too many pixels/,
  ],
  ["a transparent image", svg('<rect width="10" height="10" fill="none"/>'), /transparent/],
  ["a script", svg("<script>alert(1)</script>"), /script/],
  ["a script with a prefix", svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), /script/],
  ["HTML in an SVG", svg("<foreignObject/>"), /foreignObject/],
  ["an event handler", svg(circle, 'viewBox="0 0 1 1" onload="x()"'), /event handlers/],
  ["entities", Buffer.concat([Buffer.from(DOCTYPE), svg("&b;")]), /DOCTYPE/],
  ["a file", svg('<image href="file:///etc/passwd"/>'), /another file or site/],
  [
    "a site",
    svg('<image xlink:href="https://example.com/a.png" xmlns:xlink="http://www.w3.org/1999/xlink"/>'),
    /another file/,
  ],
  ["an SVG within", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /another file/],
  ["an imported style", svg('<style>@import "https://example.com/a.css";</style>'), /another file/],
  ["a style with a URL", svg('<rect style="fill: url(https://example.com/a.svg#b)"/>'), /another file/],
  ["an escaped URL", svg("<style>rect { fill: \\75rl(https://example.com/) }</style>"), /another file/],
  ["a fill with a URL", svg('<rect fill="url(//example.com/a.svg#b)"/>'), /another file/],
  ["a style sheet", Buffer.concat([Buffer.from('<?xml-stylesheet href="a.css"?>'), svg(circle)]), /another file/],
  ["a style with a reference in parts", svg("<style>@im&#112;ort 'a.css';</style>"), /another file/],
  ["an endless reference", svg(`<path fill="url(${" ".repeat(1_900_000)}"/>`), /another file/],
  [
    "many small pictures of many pixels",
    svg(`<image href="data:image/png;base64,${bombPng(3_000).toString("base64")}"/>`.repeat(3)),
    /The images in the SVG have too many pixels/,
  ],
  ["text", svg("<text>Hop</text>"), /outlines/],
  ["UTF-16", Buffer.from(`\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>`, "utf16le"), /PNG, JPEG or SVG|UTF-8/],
  ["too many elements", svg("<path/>".repeat(20_001)), /too complex/],
  [
    "a filter of gigabytes",
    svg(`<filter id="f">${filterSteps(400)}</filter><rect width="99" height="99" filter="url(#f)"/>`),
    /memory/,
  ],
  [
    "a pattern of a gigabyte",
    svg(
      `<pattern id="p" patternUnits="userSpaceOnUse" width="1500" height="1500"><path d="M0 0h1500v1500H0z"/></pattern><rect width="99" height="99" fill="url(#p)"/>`,
    ),
    /memory/,
  ],
  ["broken XML", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g><</svg>'), /damaged/],
])("%s is refused", async (_name, bytes, message) => {
  await expect(cleanLogo(await bytes)).rejects.toMatchObject({
    message: expect.stringMatching(message),
    field: "logo",
  });
});
