import sharp from "sharp";
import { modulesOf, widthOf } from "@/lib/qr/drawing/drawing";
import { renderDesign } from "@/lib/qr/studio";
import { designWith } from "@/lib/qr/testing/designs";
import { MAX_CONTENT } from "@/lib/qr/testing/prove-random";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

const MM_PER_INCH = 25.4;

test.each(["png", "webp"] as const)(
  "a %s in millimetres is as large as the code, at 300 dpi or more",
  async (format) => {
    const design = designWith({ level: "Q" });
    const modules = widthOf(modulesOf(MAX_CONTENT, design).size, design.margin, design);
    for (const mm of [20, 25, 33.3, 300]) {
      const image = await renderDesign({ content: MAX_CONTENT, design, logo: null, format, size: { mm } });
      const { width, density, exif } = await sharp(image).metadata();
      const dotsPerInch = density ?? resolutionOf(exif as Buffer);
      expect(width % modules).toBe(0);
      expect((width / dotsPerInch) * MM_PER_INCH).toBeCloseTo(mm, 0);
      expect(dotsPerInch).toBeGreaterThanOrEqual(299);
      expect(width).toBeLessThan((mm / MM_PER_INCH) * 300 + modules);
    }
  },
);

/** The value of the tag XResolution (Exif, section 4.6), which WebP has instead of a density. */
function resolutionOf(exif: Buffer): number {
  const tiff = exif.subarray("Exif\0\0".length);
  const at = tiff.readUInt32LE(tiff.indexOf(Buffer.from([0x1a, 0x01, 5, 0, 1, 0, 0, 0])) + 8);
  return tiff.readUInt32LE(at) / tiff.readUInt32LE(at + 4);
}
