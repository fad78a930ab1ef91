import { AppError } from "@/lib/errors";
import type { QrDesign } from "@/lib/qr/design";
import { type CodeParts, modulesOf } from "@/lib/qr/drawing/drawing";

/**
 * Collects the parts from which a code is drawn. The font's library takes a quarter of a second to load, which codes
 * without a frame save.
 *
 * @param logo a cleaned PNG
 * @throws AppError invalid when the frame's font lacks a character
 */
export async function partsOf(content: string, design: QrDesign, logo: Uint8Array | null): Promise<CodeParts> {
  if ((design.logo !== null) !== (logo !== null)) throw new AppError("invalid", "The logo is missing", "logo");
  return {
    modules: modulesOf(content, design),
    design,
    logo: logo && withDimensions(Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength)),
    text: design.frame && (await import("@/lib/qr/child/font")).outlineText(design.frame.text),
  };
}

/** Adds the dimensions from the header (PNG, section 11.2.2). */
function withDimensions(png: Buffer): { png: Buffer; width: number; height: number } {
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
