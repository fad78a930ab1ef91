import { cover, type View } from "@/lib/qr/child/coverage";
import { coverInk } from "@/lib/qr/child/ink";
import { resizeLogo } from "@/lib/qr/child/logo-pixels";
import { paint } from "@/lib/qr/child/paint";
import type { QrSize } from "@/lib/qr/design";
import { type CodeParts, type Layout, layOut, widthOf } from "@/lib/qr/drawing/drawing";
import { encodePixels } from "@/lib/qr/drawing/png";
import { densityOf, toPixels } from "@/lib/qr/image-size";

const WEBP = { lossless: true, effort: 1 } as const;

/** RGBA, not premultiplied. */
export type Pixels = { data: Buffer; width: number; height: number };

/** Renders a code with whole pixels per module, so that edges are sharp; leftover pixels widen the quiet zone. */
export async function rasterise(parts: CodeParts, size: QrSize): Promise<Pixels> {
  const { modules, design } = parts;
  const { scale, width } = toPixels(widthOf(modules.size, design.margin, design), size);
  const margin = (width / scale / widthOf(1, 0, design) - modules.size) / 2;
  const layout = layOut(parts, margin);
  const { box } = layout;
  // Modules start at whole pixels.
  const view: View = {
    width,
    height: Math.round(box.height * scale),
    scale,
    x: Math.round(box.x * scale) / scale,
    y: Math.round(box.y * scale) / scale,
  };
  const ground = design.background !== null && layout.frame ? cover(layout.ground, view, "nonzero") : null;
  const pixels = paint(layout, { ink: coverInk(layout, design, view), ground, view });
  if (layout.logo) await addLogo(pixels, layout.logo, view);
  return pixels;
}

/** Draws the logo over the existing pixels. */
async function addLogo(to: Pixels, logo: NonNullable<Layout["logo"]>, { scale, x, y }: View): Promise<void> {
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const [left, top] = [Math.round((logo.x - x) * scale), Math.round((logo.y - y) * scale)];
  const data = await resizeLogo(logo.png, width, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = 4 * (row * width + column);
      const alpha = (data[from + 3] as number) / 255;
      if (alpha === 0) continue;
      const at = 4 * ((top + row) * to.width + left + column);
      const below = ((to.data[at + 3] as number) / 255) * (1 - alpha);
      const sum = alpha + below;
      for (let channel = 0; channel < 3; channel++) {
        const [over, under] = [data[from + channel] as number, to.data[at + channel] as number];
        to.data[at + channel] = Math.round((over * alpha + under * below) / sum);
      }
      to.data[at + 3] = Math.round(255 * sum);
    }
  }
}

export async function toPng(parts: CodeParts, size: QrSize): Promise<Buffer> {
  const pixels = await rasterise(parts, size);
  return encodePixels(pixels, densityOf(pixels.width, size));
}

export async function toWebp(parts: CodeParts, size: QrSize): Promise<Buffer> {
  const { data, ...raw } = await rasterise(parts, size);
  const { sharp } = await import("@/lib/qr/child/image-library");
  const image = sharp(data, { raw: { ...raw, channels: 4 } }).webp(WEBP);
  const { dotsPerInch } = densityOf(raw.width, size);
  // Printers take the size from the density, screens from the pixels.
  return (dotsPerInch === undefined ? image : image.withMetadata({ density: dotsPerInch })).toBuffer();
}
