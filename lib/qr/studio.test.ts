import jsQR from "jsqr";
import sharp from "sharp";
import type { QrChild } from "@/lib/qr/child-process";
import { DEFAULT_DESIGN, QR_DESIGN_FORMATS, type QrDesignFormat } from "@/lib/qr/design";
import { renderPlain } from "@/lib/qr/render";
import { cleanLogo, proveDesign, renderDesign } from "@/lib/qr/studio";
import type { DesignedCode, DesignToProve } from "@/lib/qr/studio-types";
import { cleanedLogo, designWith, logoOf } from "@/lib/qr/testing/designs";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const LONGEST = `https://go.acme-brand.example/${"a".repeat(64)}?qr=${"p".repeat(32)}`;
const content = "https://hop.example/spring?qr=1";
const FRAME = { text: "Scan me", position: "bottom" };
const GRADIENT = { kind: "linear", from: "1e3a8a", to: "7e22ce", angle: 45 };

let logo: Buffer;
beforeAll(async () => {
  logo = (await cleanedLogo()).png;
});

const codeOf = (changes: object): DesignedCode => {
  const design = designWith(changes);
  return { content, design, logo: design.logo && logo };
};

const toProve = (changes: object): DesignToProve => {
  const { content: shortest, ...look } = codeOf(changes);
  // A busy machine finds the same remedy, only later.
  return { ...look, contents: [LONGEST, shortest], explainMs: 50_000 };
};

describe("designs that scan with the longest content", () => {
  test.each([
    ["the default", {}],
    ["squares with a quiet zone of 1", { margin: 1 }],
    ["dots with round finders", { modules: "dots", finders: "circle" }],
    ["joined modules at level H", { modules: "connected", finders: "rounded", level: "H" }],
    ["a gradient in a frame", { foreground: GRADIENT, frame: FRAME }],
    ["a transparent background", { background: null, modules: "rounded" }],
    ["light on dark", { foreground: { kind: "solid", color: "ffffff" }, background: "111827", inverted: true }],
    ["a small logo", { logo: logoOf(10), modules: "dots", finders: "circle" }],
    ["a large logo", { logo: logoOf(26) }],
  ])("%s", async (_name, changes) => {
    const proof = await proveDesign(toProve(changes));
    expect(proof).toEqual({ ok: true, minSizeMm: expect.any(Number) });
  });
});

describe("designs that don't, and what to change", () => {
  test.each([
    ["no quiet zone", { margin: 0 }, /^The quiet zone is too narrow; make it at least 1 module wide\.$/],
    ["a frame that touches the code", { margin: 0, frame: FRAME }, /^The quiet zone is too narrow/],
    ["a transparent background without a quiet zone", { margin: 0, background: null }, /^The quiet zone/],
    ["a logo on alignment patterns", { logo: logoOf(27) }, /^The logo covers too much; make it smaller than 27%\.$/],
    ["an emoji in the frame", { frame: { ...FRAME, text: "Scan 😀" } }, /has no “😀”/],
    [
      "a zero-width space in the frame",
      { frame: { ...FRAME, text: "Scan\u200bme" } },
      /invisible character \(U\+200B\)/,
    ],
    ["Hebrew in the frame", { frame: { ...FRAME, text: "סרקו" } }, /has no “ס”/],
    ["Chinese in the frame", { frame: { ...FRAME, text: "扫一扫" } }, /has no “扫”/],
  ])("%s", async (_name, changes, reason) => {
    const proof = await proveDesign(toProve(changes));
    expect(proof).toMatchObject({ ok: false, check: expect.any(String), reason: expect.stringMatching(reason) });
  });

  test("too little contrast, past the schema", async () => {
    const design = { ...designWith({}), background: "333333" };
    const proof = await proveDesign({ contents: [LONGEST], design, logo: null });
    expect(proof).toEqual({ ok: false, check: "contrast", reason: expect.stringMatching(/much darker/) });
  });
});

test("a proven design is not proven again", async () => {
  const code = toProve({ foreground: { kind: "solid", color: "14213d" } });
  const proof = await proveDesign(code);
  const { hopQrChild } = globalThis as typeof globalThis & { hopQrChild?: QrChild };
  hopQrChild?.stop();
  expect(await proveDesign({ ...code })).toEqual(proof);
  expect(hopQrChild?.pid()).toBeUndefined();
});

/** Reads an image like a scanner. */
async function scan(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image)
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe("formats", () => {
  const changes = { modules: "rounded", finders: "rounded", foreground: GRADIENT, frame: FRAME, logo: logoOf(20) };
  const render = (format: QrDesignFormat, size?: { px: number } | { mm: number }, look: object = changes) =>
    renderDesign({ ...codeOf(look), format, size });

  test("PNG and WebP have the requested width and can be scanned", async () => {
    for (const format of ["png", "webp"] as const) {
      const image = await render(format, { px: 500 });
      expect(await sharp(image).metadata()).toMatchObject({ format, width: 500, height: 571 });
      expect(await scan(image)).toBe(content);
    }
  });

  test("a PNG of the default size is small, even with a photograph as logo, and codes of any length fit into it", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const photograph = sharp({ create: { width: 1024, height: 1024, channels: 3, background: "#888", noise } });
    const { png } = await cleanLogo(await photograph.jpeg().toBuffer());
    const design = designWith({ logo: logoOf(20), level: "H", margin: 16, modules: "rounded" });
    for (const text of [content, LONGEST]) {
      const image = await renderDesign({ content: text, design, logo: png, format: "png" });
      expect(image.length).toBeLessThan(60_000);
    }
  });

  test.each([
    { modules: "square", logo: logoOf(20) },
    { modules: "dots", finders: "circle", foreground: GRADIENT },
    { modules: "rounded", finders: "rounded", foreground: { kind: "radial", from: "7a0000", to: "000000" } },
    { modules: "connected", finders: "circle", background: "fef3c7" },
  ])("a PNG looks like the SVG: %j", async (look) => {
    const svg = (await render("svg", undefined, look)).toString();
    const modules = Number(/viewBox="\S+ \S+ (\d+)/.exec(svg)?.[1]);
    const toRaw = (image: Buffer) => sharp(image).flatten().removeAlpha().raw().toBuffer();
    const reference = await toRaw(await render("svg", { px: 10 * modules }, look));
    const image = await toRaw(await render("png", { px: 10 * modules }, look));
    expect(image.length).toBe(reference.length);
    const difference = image.reduce((sum, value, at) => sum + Math.abs(value - (reference[at] ?? 0)), 0);
    expect(difference / image.length).toBeLessThan(1.2);
  });

  test("an SVG has one named path per part, and needs no font, script or file", async () => {
    const svg = (await render("svg", { mm: 40 })).toString();
    expect(svg).toMatch(/^<svg [^>]*width="40mm" height="45.66mm">/);
    expect([...svg.matchAll(/<(\w+)[^>]* id="([^"]+)"/g)].map(([, tag, id]) => `${tag} ${id}`)).toEqual([
      "linearGradient foreground",
      "path background",
      "path modules",
      "path finders",
      "path frame",
      "image logo",
    ]);
    expect(svg.match(/(?:href|url)[=(]"?[^"#)]{1,22}/g)).toEqual(['href="data:image/png;base64,']);
    expect(svg).not.toMatch(/<(text|script|style|foreignObject)/);
    expect(await scan(await sharp(Buffer.from(svg), { density: 300 }).png().toBuffer())).toBe(content);
  });

  test.each(["square", "rounded", "circle"])(
    "an SVG with %s finders looks the same in programs that ignore the fill rule of gradients",
    async (finders) => {
      const svg = (await render("svg", { px: 600 }, { ...changes, finders })).toString();
      const toRaw = (text: string) => sharp(Buffer.from(text)).flatten().removeAlpha().raw().toBuffer();
      const [image, reference] = [await toRaw(svg.replaceAll(' fill-rule="evenodd"', "")), await toRaw(svg)];
      const difference = image.reduce((sum, value, at) => sum + Math.abs(value - (reference[at] ?? 0)), 0);
      expect(difference / image.length).toBeLessThan(0.1);
    },
  );

  test("a PDF has its size in points, and is printed at it", async () => {
    const pdf = (await render("pdf", { mm: 25.4 })).toString("latin1");
    expect(pdf.slice(0, 9)).toBe("%PDF-1.6\n");
    expect(pdf).toContain("/PrintScaling/None");
    expect(pdf.match(/MediaBox[^/]*/)?.[0]).toBe("MediaBox[0 0 72 82.189]");
  });

  test("an image that is too small says so in the unit of the request", async () => {
    await expect(render("png", { px: 64 })).rejects.toMatchObject({
      message: expect.stringMatching(/ needs a size of at least \d+ pixels$/),
      field: "size",
    });
  });

  test.each(QR_DESIGN_FORMATS)("a %s in millimetres whose modules can't be printed is refused", async (format) => {
    const refused = await render(format, { mm: 5 }).catch((error) => error);
    expect(refused).toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/ needs a size of at least [\d.]+ mm$/),
      field: "mm",
    });
    const mm = Number(/([\d.]+) mm$/.exec(refused.message)?.[1]);
    expect(await render(format, { mm })).toBeDefined();
    await expect(render(format, { mm: mm - 0.2 })).rejects.toMatchObject({ code: "invalid" });
  });

  test("sizes that a code doesn't fit into, or that are too large for pixels, are refused", async () => {
    await expect(render("png", { px: 64 })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/at least \d+ pixels/),
    });
    await expect(render("webp", { mm: 301 })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/use SVG or PDF/),
    });
    expect(await render("svg", { mm: 301 })).toBeDefined();
  });

  test("a plain design is the same image as without a design", async () => {
    expect(await render("png", undefined, {})).toEqual(renderPlain("png", { content, design: DEFAULT_DESIGN }));
  });

  test("the same request is rendered once; another logo is another image", async () => {
    const request = { ...codeOf(changes), format: "png" as const, size: { px: 400 } };
    const [first, second] = await Promise.all([renderDesign(request), renderDesign(request)]);
    expect(second).toBe(first);
    const other = (await cleanedLogo("cross", "#7f1d1d")).png;
    expect(await renderDesign({ ...request, logo: other })).not.toEqual(first);
  });
});
