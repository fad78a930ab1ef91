import { AppError } from "@/lib/errors";
import type { QrDesign, QrDesignFormat, QrSize } from "@/lib/qr/design";

export type DesignedCode = {
  content: string;
  design: QrDesign;
  /** As `cleanLogo` returned it; null without a logo. */
  logo: Buffer | null;
};
export type RenderRequest = DesignedCode & { format: QrDesignFormat; size?: QrSize | undefined };
/** A cleaned logo: a PNG of at most 1,024 pixels each way, without metadata. */
export type CleanLogo = { png: Buffer; width: number; height: number };
/** `reason` says in words what to change, `check` names what failed, `percent` a size of the logo that passes. */
export type Proof = { ok: true; minSizeMm: number } | { ok: false; reason: string; check: string; percent?: number };

/**
 * The image of a designed code.
 *
 * @throws AppError invalid when it does not fit into the size, or the frame's font lacks a character; unavailable
 */
export async function renderDesign(_request: RenderRequest): Promise<Buffer> {
  throw unavailable();
}

/**
 * Whether independent decoders read a design under the conditions of decision 0180.
 *
 * @param code with the longest content that the design may have to carry
 * @throws AppError unavailable
 */
export async function proveDesign(_code: DesignedCode): Promise<Proof> {
  throw unavailable();
}

/**
 * Re-encodes an uploaded PNG, JPEG or SVG.
 *
 * @throws AppError invalid with words for people; unavailable
 */
export async function cleanLogo(_bytes: Buffer): Promise<CleanLogo> {
  throw unavailable();
}

function unavailable(): AppError {
  return new AppError("unavailable", "QR codes with a design can't be rendered right now. Try again in a few seconds.");
}
