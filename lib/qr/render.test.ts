import jsQR from "jsqr";
import { PNG } from "pngjs";
import sharp from "sharp";
import { qrContent, renderQr } from "@/lib/qr/render";
import {
  DEFAULT_LOOK,
  isDefaultLook,
  QR_COLOUR_INVALID,
  QR_CONTRAST_TOO_LOW,
  QR_FORMATS,
  QR_LEVELS,
  QR_MARGIN_INVALID,
  QR_MAX_SIZE_PIXELS,
  QR_SIZE_INVALID,
  qrQuerySchema,
} from "@/lib/qr/schema";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const content = qrContent("https://hop.example/Spring_Sale");

/** What a scanner reads, from a PNG or from an SVG as a browser shows it. */
async function scan(bytes: Buffer): Promise<string | undefined> {
  const isSvg = bytes.subarray(0, 4).toString() === "<svg";
  const image = isSvg ? sharp(bytes, { density: 72 }).resize({ width: 256, kernel: "nearest" }) : sharp(bytes);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test("a QR code says the short URL, marked as a visit by QR", () => {
  expect(content).toBe("https://hop.example/Spring_Sale?qr=1");
});

test("the PNG is read back by a decoder, and has four modules of quiet zone around it", async () => {
  const { bytes, mediaType } = await renderQr(content, "png");
  const { data, width, height } = PNG.sync.read(bytes);
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  expect([mediaType, code?.data]).toEqual(["image/png", content]);
  const modules = 17 + 4 * (code?.version ?? 0) + 8;
  const quiet = Math.floor((4 * width) / modules) - 1;
  expect(code?.location.topLeftCorner.x).toBeGreaterThanOrEqual(quiet);
  expect(code?.location.topLeftCorner.y).toBeGreaterThanOrEqual(quiet);
});

test.each([
  ["the shortest code", "http://a.io/a"],
  ["the longest code", `https://${"long-".repeat(10)}host.example/${"a".repeat(64)}`],
])("%s is a picture of 512 pixels that can be read", async (_name, shortUrl) => {
  const { bytes } = await renderQr(qrContent(shortUrl), "png");
  const { data, width, height } = PNG.sync.read(bytes);
  expect([width, height]).toEqual([512, 512]);
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(`${shortUrl}?qr=1`);
});

const SIZES = [undefined, 128, 300];
const MARGINS = [0, 1, 4, 16];
const COLOURS = [
  ["000000", "ffffff"],
  ["1a2b6c", "fff4d6"],
  ["7a0000", "ffffff"],
  ["005f3b", "e8f5ee"],
] as const;

describe.each(QR_FORMATS)("every %s that may be asked for can be scanned", (format) => {
  test.each(QR_LEVELS)(
    "at level %s, in all sizes and margins, and several colours",
    async (level) => {
      for (const [row, size] of SIZES.entries()) {
        for (const [column, margin] of MARGINS.entries()) {
          const [foreground, background] = COLOURS[(row + column) % COLOURS.length] ?? COLOURS[0];
          const look = { ...DEFAULT_LOOK, level, size, margin, foreground, background };
          const image = await renderQr(content, format, look).catch((error) => error);
          if (image instanceof Error) {
            // The largest code with the widest margin does not fit into the smallest picture.
            expect([size, image.message]).toEqual([128, expect.stringMatching(/needs a size of at least \d+ pixels$/)]);
            continue;
          }
          expect([look, await scan(image.bytes)]).toEqual([look, content]);
        }
      }
    },
    30_000,
  );
});

test("the largest picture can be scanned", async () => {
  const { bytes } = await renderQr(content, "png", { ...DEFAULT_LOOK, size: QR_MAX_SIZE_PIXELS });
  expect(await scan(bytes)).toBe(content);
}, 30_000);

test("the size is that of the picture, and the colours are those asked for", async () => {
  const look = { ...DEFAULT_LOOK, size: 300, foreground: "112244", background: "ffeecc" };
  const { data, width } = PNG.sync.read((await renderQr(content, "png", look)).bytes);
  const colours = new Set(
    Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).toString("hex")),
  );
  expect([width, [...colours].sort()]).toEqual([300, ["112244", "ffeecc"]]);
  const svg = (await renderQr(content, "svg", look)).bytes.toString();
  expect(svg).toContain('width="300" height="300"');
  expect(svg).toContain('stroke="#112244"');
  expect(svg).toContain('fill="#ffeecc"');
});

test("the SVG is a picture without script or reference", async () => {
  const { bytes, mediaType } = await renderQr(content, "svg");
  expect(mediaType).toBe("image/svg+xml");
  expect(bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>(<path [^>]*\/>)+<\/svg>\s*$/);
});

test("the same code always has the same tag; another code or look has another", async () => {
  const tag = async (...input: Parameters<typeof renderQr>) => (await renderQr(...input)).etag;
  const first = await tag(content, "svg");
  expect(await tag(content, "svg")).toBe(first);
  expect(await tag(`${content}1`, "svg")).not.toBe(first);
  expect(await tag(content, "png")).not.toBe(first);
  expect(await tag(content, "svg", { ...DEFAULT_LOOK, margin: 5 })).not.toBe(first);
});

describe("the query of a QR code", () => {
  test("asks for the usual picture when it is empty", () => {
    const { format, download, ...look } = qrQuerySchema.parse({});
    expect([format, download, isDefaultLook(look)]).toEqual(["png", undefined, true]);
    expect(look).toEqual(DEFAULT_LOOK);
  });

  test.each([
    [{ foreground: "#1A2B3C" }, { foreground: "1a2b3c" }],
    [{ size: "64" }, { size: 64 }],
    [
      { margin: "0", level: "H" },
      { margin: 0, level: "H" },
    ],
  ])("%j is taken", (query, parsed) => {
    expect(qrQuerySchema.parse(query)).toMatchObject(parsed);
  });

  test.each([
    [{ size: "63" }, QR_SIZE_INVALID],
    [{ size: "2049" }, QR_SIZE_INVALID],
    [{ margin: "17" }, QR_MARGIN_INVALID],
    [{ margin: " 4" }, QR_MARGIN_INVALID],
    [{ foreground: "fff" }, QR_COLOUR_INVALID],
    [{ background: "white" }, QR_COLOUR_INVALID],
    // Too little contrast, none, and light on dark.
    [{ foreground: "777777" }, QR_CONTRAST_TOO_LOW],
    [{ foreground: "808080", background: "808080" }, QR_CONTRAST_TOO_LOW],
    [{ foreground: "ffffff", background: "000000" }, QR_CONTRAST_TOO_LOW],
  ])("%j is refused", (query, message) => {
    expect(qrQuerySchema.safeParse(query).error?.issues[0]?.message).toBe(message);
  });
});
