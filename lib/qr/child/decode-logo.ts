import type { PdfImage } from "@/lib/qr/drawing/pdf";

/** The pixels of a cleaned logo. */
export async function decodeLogo(png: Buffer): Promise<PdfImage> {
  const { sharp } = await import("@/lib/qr/child/image-library");
  const image = () => sharp(png).ensureAlpha();
  const { data: rgb, info } = await image().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const alpha = await image().extractChannel("alpha").raw().toBuffer();
  return { width: info.width, height: info.height, rgb, alpha };
}
