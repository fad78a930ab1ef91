import { createHash } from "node:crypto";
import { sharp } from "@/lib/qr/child/image-library";
import type { Pixels } from "@/lib/qr/child/raster";

/** Enough for the sizes of a ZIP file's and a proof's renderings. */
const MAX_KEPT = 24;
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

const kept = new Map<string, Pixels>();
let bytes = 0;

/** Decoding a logo takes longer than everything else in a code, so recent results are cached. */
export async function resizeLogo(png: Buffer, width: number, height: number): Promise<Pixels> {
  const key = `${createHash("sha256").update(png).digest("base64")} ${width} ${height}`;
  const known = kept.get(key);
  if (known) return known;
  const { data } = await sharp(png)
    .ensureAlpha()
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width, height };
  kept.set(key, pixels);
  bytes += data.length;
  for (const [oldest, old] of kept) {
    if (kept.size <= MAX_KEPT && bytes <= MAX_KEPT_BYTES) break;
    kept.delete(oldest);
    bytes -= old.data.length;
  }
  return pixels;
}
