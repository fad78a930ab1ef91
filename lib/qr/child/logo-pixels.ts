import { createHash } from "node:crypto";
import { createImageCache } from "@/lib/qr/image-cache";

/** Enough for the sizes of a ZIP file's and a proof's renderings. */
const cachePixels = createImageCache(8 * 1024 * 1024);

/** Decoding a logo takes longer than everything else in a code, so recent results are cached. */
export function resizeLogo(png: Buffer, width: number, height: number): Promise<Buffer> {
  const key = `${createHash("sha256").update(png).digest("base64")} ${width} ${height}`;
  return cachePixels(key, async () => {
    // Codes without a logo don't wait until it is loaded.
    const { sharp } = await import("@/lib/qr/child/image-library");
    return sharp(png).ensureAlpha().resize(width, height, { fit: "fill" }).raw().toBuffer();
  });
}
