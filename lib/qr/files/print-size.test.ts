import sharp from "sharp";
import { darkOnLight, readsAtWidth, type Sample } from "@/lib/qr/child/conditions";
import { decodeWithZxing } from "@/lib/qr/child/decoders";
import { toPixels } from "@/lib/qr/child/grey";
import { QR_MIN_MODULE_MM, type QrDesign } from "@/lib/qr/design";
import { modulesOf, widthOf } from "@/lib/qr/drawing/drawing";
import { proveDesign, renderDesign } from "@/lib/qr/studio";
import { cleanedLogo, designWith, logoOf } from "@/lib/qr/testing/designs";
import { MAX_CONTENT, MIN_CONTENT } from "@/lib/qr/testing/prove-random";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const SCAN_DPI = 150;
const MM_PER_INCH = 25.4;
const FRAME = { text: "Scan me", position: "bottom" };

const modulesIn = (design: QrDesign) => widthOf(modulesOf(MAX_CONTENT, design).size, design.margin, design);

async function sampleOf(image: Buffer, { inverted }: QrDesign): Promise<Pick<Sample, "grey" | "content">> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  return { grey: darkOnLight({ pixels, isInverted: inverted }), content: MAX_CONTENT };
}

describe("a code as small as its proof allows, with the longest content", () => {
  test.each([
    ["the default", {}],
    ["a logo in dots", { modules: "dots", finders: "circle", logo: logoOf(20) }],
    ["joined modules at level Q in a frame", { modules: "connected", finders: "circle", level: "Q", frame: FRAME }],
    ["the widest quiet zone and level H, light on dark", { ...inverted(), margin: 16, level: "H" }],
    ["a logo, the widest quiet zone and a frame", { logo: logoOf(26), margin: 16, level: "H", frame: FRAME }],
  ])("%s: is read in the files of that size", async (_name, changes) => {
    const design = designWith(changes);
    const logo = design.logo && (await cleanedLogo()).png;
    const proof = await proveDesign({ design, logo, contents: [MAX_CONTENT, MIN_CONTENT] });
    if (!proof.ok) throw new Error(proof.reason);
    const mm = proof.minSizeMm;
    expect(mm / modulesIn(design)).toBeGreaterThanOrEqual(QR_MIN_MODULE_MM);
    for (const format of ["png", "webp"] as const) {
      const image = await renderDesign({ content: MAX_CONTENT, design, logo, format, size: { mm } });
      const sample = await sampleOf(image, design);
      expect([format, await readsAtWidth(sample, Math.round((mm * SCAN_DPI) / MM_PER_INCH))]).toEqual([format, true]);
    }
  });
});

function inverted() {
  return { foreground: { kind: "solid", color: "ffffff" }, background: "111827", inverted: true };
}

test("a size passes if a code is read from two of three distances, not from a single one", async () => {
  const design = designWith({ margin: 16, level: "H" });
  const px = 6 * modulesIn(design);
  const image = await renderDesign({ content: MAX_CONTENT, design, logo: null, format: "png", size: { px } });
  const sample = await sampleOf(image, design);
  const isRead = async (width: number) => {
    const { data, ...raw } = sample.grey;
    const seen = sharp(data, { raw: { ...raw, channels: 1 } }).resize(width, undefined, { kernel: "cubic" });
    const { data: grey, info } = await seen.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
    const pixels = toPixels({ data: grey, width: info.width, height: info.height });
    return (await decodeWithZxing(pixels)) === MAX_CONTENT;
  };
  // Around the size at which it becomes unreadable.
  const widths = Array.from({ length: 40 }, (_, index) => 100 + 3 * index);
  const seen = new Set<number>();
  for (const width of widths) {
    const reads = await Promise.all([1, 0.93, 1.08].map((distance) => isRead(Math.round(width * distance))));
    const count = reads.filter(Boolean).length;
    seen.add(count);
    expect([width, count, await readsAtWidth(sample, width)]).toEqual([width, count, count >= 2]);
  }
  expect(seen).toContain(1);
});
