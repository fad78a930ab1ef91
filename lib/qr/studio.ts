import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { runInChild } from "@/lib/qr/child-process";
import {
  isPlain,
  QR_LOGO_MAX_BYTES,
  QR_LOGO_TOO_LARGE,
  QR_MAX_RASTER_SIZE_MM,
  QR_RASTER_MM_INVALID,
} from "@/lib/qr/design";
import { createImageCache } from "@/lib/qr/image-cache";
import { renderPlain } from "@/lib/qr/render";
import type { CleanLogo, DesignToProve, LabelRequest, RenderRequest } from "@/lib/qr/studio-types";
import type { QrProof } from "@/lib/qr/types";

/** Enough for a few thousand proofs, which are needed again when a design is saved and when a template is chosen. */
const PROOF_CACHE_BYTES = 1024 * 1024;

/** About 7,500 plain PNGs of the default size, or 200 with a logo. */
const IMAGE_CACHE_BYTES = 10 * 1024 * 1024;

/** The dashboard's routes serve images that the public API rendered. */
const cacheImage = processWide("hopQrImages", () => createImageCache(IMAGE_CACHE_BYTES));
const cacheProof = processWide("hopQrProofs", () => createImageCache(PROOF_CACHE_BYTES));

/**
 * The image of a designed code, or of a plain one, which is rendered in this process. The same request always gives the
 * same bytes.
 *
 * @param requester for whom it is rendered: requesters take turns. Nobody in particular by default
 * @throws AppError invalid when it does not fit into the size, or the frame's font lacks a character; unavailable
 */
export async function renderDesign(request: RenderRequest, requester?: string): Promise<Buffer> {
  const { content, design, format, size } = request;
  const isRaster = format === "png" || format === "webp";
  if (isRaster && size && "mm" in size && size.mm > QR_MAX_RASTER_SIZE_MM) {
    throw new AppError("invalid", QR_RASTER_MM_INVALID, "mm");
  }
  const isInPixels = !size || "px" in size;
  if (isPlain(design) && isInPixels && (format === "png" || format === "svg")) {
    const { margin, level, foreground, background } = design;
    const key = JSON.stringify([content, format, margin, level, foreground.color, background, size?.px]);
    return cacheImage(key, async () => renderPlain(format, { content, design, size }));
  }
  return cacheImage(keyOf(request), async () => Buffer.from(await runInChild("render", request, requester)));
}

/**
 * A label for a sheet, as a PDF of its size.
 *
 * @param requester as for `renderDesign`
 * @throws AppError invalid when it is too small for the code or the short URL; unavailable
 */
export async function renderLabel(request: LabelRequest, requester?: string): Promise<Buffer> {
  return Buffer.from(await runInChild("label", request, requester));
}

/**
 * Whether independent decoders read a design under the conditions of decision 0180. Results are cached.
 *
 * @param code includes the longest and the shortest content that the design may have to carry
 * @param requester as for `renderDesign`
 * @throws AppError unavailable
 */
export async function proveDesign(code: DesignToProve, requester?: string): Promise<QrProof> {
  const prove = async () => Buffer.from(JSON.stringify(await runInChild("prove", code, requester)));
  const proof = await cacheProof(keyOf(code), prove);
  return JSON.parse(proof.toString());
}

/**
 * Re-encodes an uploaded PNG, JPEG or SVG.
 *
 * @param requester as for `renderDesign`
 * @throws AppError invalid or too_large, with a message for the user; unavailable
 */
export async function cleanLogo(bytes: Buffer, requester?: string): Promise<CleanLogo> {
  if (bytes.length > QR_LOGO_MAX_BYTES) throw new AppError("too_large", QR_LOGO_TOO_LARGE, "logo");
  const { png, ...dimensions } = await runInChild("cleanLogo", { bytes }, requester);
  return { ...dimensions, png: Buffer.from(png) };
}

/** Everything that the image depends on. */
function keyOf({ logo, ...rest }: DesignToProve | RenderRequest): string {
  return JSON.stringify([rest, logo && createHash("sha256").update(logo).digest("base64")]);
}
