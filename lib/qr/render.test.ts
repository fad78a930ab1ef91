import jsQR from "jsqr";
import { PNG } from "pngjs";
import sharp from "sharp";
import { QR_CONTRAST_TOO_LOW } from "@/lib/qr/contrast";
import { DEFAULT_DESIGN, type PlainDesign, QR_MM_INVALID, QR_RASTER_MM_INVALID } from "@/lib/qr/design";
import { designOf, QR_SIZE_OR_MM, qrQuerySchema, sizeOf } from "@/lib/qr/query-schema";
import { qrContent, renderPlain } from "@/lib/qr/render";
import {
  QR_COLOUR_INVALID,
  QR_FORMATS,
  QR_LEVELS,
  QR_MARGIN_INVALID,
  QR_MAX_SIZE_PIXELS,
  QR_SIZE_INVALID,
  type QrFormat,
} from "@/lib/qr/schema";
import { renderDesign } from "@/lib/qr/studio";
import type { RenderRequest } from "@/lib/qr/studio-types";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const content = qrContent("https://hop.example/Spring_Sale");

const solid = (color: string) => ({ kind: "solid", color }) as const;

function render(format: QrFormat, changes: Partial<PlainDesign> = {}, px?: number): Buffer {
  return renderPlain(format, { content, design: { ...DEFAULT_DESIGN, ...changes }, size: px ? { px } : undefined });
}

/** Enough for every image. The decoder's time grows with the number of pixels. */
const SCANNED_PIXELS = 192;

/** Reads a PNG, or an SVG as a browser shows it, like a scanner that only reads dark on light, from some distance. */
async function scan(bytes: Buffer, width = SCANNED_PIXELS): Promise<string | undefined> {
  const isSvg = bytes.subarray(0, 4).toString() === "<svg";
  const seen = { width, kernel: "nearest", withoutEnlargement: !isSvg } as const;
  const image = sharp(bytes, { density: 72 }).resize(seen);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: "dontInvert" })?.data;
}

test("a QR code contains the short URL, marked as a scan", () => {
  expect(content).toBe("https://hop.example/Spring_Sale?qr=1");
});

test("a decoder reads the PNG, which has a quiet zone of four modules", () => {
  const { data, width, height } = PNG.sync.read(render("png"));
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  expect(code?.data).toBe(content);
  const modules = 17 + 4 * (code?.version ?? 0) + 8;
  const quiet = Math.floor((4 * width) / modules) - 1;
  expect(code?.location.topLeftCorner.x).toBeGreaterThanOrEqual(quiet);
  expect(code?.location.topLeftCorner.y).toBeGreaterThanOrEqual(quiet);
});

test.each([
  ["the shortest code", "http://a.io/a"],
  ["the longest code", `https://${"long-".repeat(10)}host.example/${"a".repeat(64)}`],
])("%s fits into a readable image of 512 pixels", (_name, shortUrl) => {
  const bytes = renderPlain("png", { content: qrContent(shortUrl), design: DEFAULT_DESIGN });
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

describe.each(QR_FORMATS)("every %s that can be requested can be scanned", (format) => {
  test.each(QR_LEVELS)("at level %s, in all sizes and margins, and several colours", async (level) => {
    for (const [row, size] of SIZES.entries()) {
      for (const [column, margin] of MARGINS.entries()) {
        const [foreground, background] = COLOURS[(row + column) % COLOURS.length] ?? COLOURS[0];
        const look = { level, margin, foreground: solid(foreground), background };
        let image: Buffer;
        try {
          image = render(format, look, size);
        } catch (error) {
          // The largest code with the widest margin does not fit into the smallest image.
          const message = expect.stringMatching(/needs a size of at least \d+ pixels$/);
          expect([size, error]).toEqual([128, expect.objectContaining({ message })]);
          continue;
        }
        expect([look, size, await scan(image)]).toEqual([look, size, content]);
      }
    }
  });
});

test("the largest image can be scanned, from some distance and at its full size", async () => {
  const bytes = render("png", {}, QR_MAX_SIZE_PIXELS);
  expect(await scan(bytes)).toBe(content);
  expect(await scan(bytes, QR_MAX_SIZE_PIXELS)).toBe(content);
});

test("size and colours are the requested ones", () => {
  const look = { foreground: solid("112244"), background: "ffeecc" };
  const { data, width } = PNG.sync.read(render("png", look, 300));
  const colours = new Set(
    Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3).toString("hex")),
  );
  expect([width, [...colours].sort()]).toEqual([300, ["112244", "ffeecc"]]);
  const svg = render("svg", look, 300).toString();
  expect(svg).toContain('width="300" height="300"');
  expect(svg).toContain('fill="#112244"');
  expect(svg).toContain('fill="#ffeecc"');
});

test("the SVG has one named, filled path per colour, as vector programs need", () => {
  const svg = render("svg").toString();
  const paths = [...svg.matchAll(/<path id="(\w+)" fill="#(\w+)"/g)].map(([, id, colour]) => [id, colour]);
  expect(paths).toEqual([
    ["background", "ffffff"],
    ["modules", "000000"],
  ]);
  expect(svg.match(/<path/g)).toHaveLength(2);
  expect(svg).not.toContain("stroke");
});

test("the SVG contains no script and no reference", () => {
  expect(render("svg").toString()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>(<path [^>]*\/>)+<\/svg>\s*$/,
  );
});

test("the same code is rendered once; another content or look is another image", async () => {
  const bytesOf = (changes: Partial<RenderRequest> = {}) =>
    renderDesign({ content, design: DEFAULT_DESIGN, logo: null, format: "svg", ...changes });
  const first = await bytesOf();
  const reversed = Object.fromEntries(Object.entries(DEFAULT_DESIGN).reverse()) as PlainDesign;
  expect(await bytesOf({ design: reversed })).toBe(first);
  const looks = [{ margin: 5 }, { level: "H" as const }, { foreground: solid("112244") }, { background: "ffeecc" }];
  const others = await Promise.all([
    bytesOf({ content: `${content}1` }),
    bytesOf({ format: "png" }),
    bytesOf({ size: { px: 300 } }),
    ...looks.map((look) => bytesOf({ design: { ...DEFAULT_DESIGN, ...look } })),
  ]);
  expect(new Set([first, ...others].map(String)).size).toBe(8);
});

describe("the query of a QR code", () => {
  test("names no look and no size when empty", () => {
    const query = qrQuerySchema.parse({});
    expect([query, designOf(query), sizeOf(query)]).toEqual([{ format: "png" }, null, undefined]);
  });

  test.each([
    [{ margin: "4" }, DEFAULT_DESIGN],
    [{ level: "H" }, { ...DEFAULT_DESIGN, level: "H" }],
    [{ foreground: "1a2b3c" }, { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "1a2b3c" } }],
  ])("%j names a plain look, with defaults for the rest", (query, design) => {
    expect(designOf(qrQuerySchema.parse(query))).toEqual(design);
  });

  test.each([
    [{ foreground: "#1A2B3C" }, { foreground: "1a2b3c" }],
    [{ size: "64" }, { size: 64 }],
    [{ mm: "25.5", format: "webp" }, { mm: 25.5 }],
    [{ mm: "1000", format: "pdf" }, { mm: 1000 }],
    [
      { margin: "0", level: "H" },
      { margin: 0, level: "H" },
    ],
  ])("%j is accepted", (query, parsed) => {
    expect(qrQuerySchema.parse(query)).toMatchObject(parsed);
  });

  test.each([
    [{ size: "63" }, QR_SIZE_INVALID],
    [{ size: "2049" }, QR_SIZE_INVALID],
    [{ size: "0" }, QR_SIZE_INVALID],
    [{ mm: "0" }, QR_MM_INVALID],
    [{ mm: "100000" }, QR_MM_INVALID],
    [{ mm: "1e2" }, QR_MM_INVALID],
    [{ mm: "-5" }, QR_MM_INVALID],
    [{ mm: "301" }, QR_RASTER_MM_INVALID],
    [{ mm: "20", size: "300" }, QR_SIZE_OR_MM],
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
