import type { Modules } from "@/lib/qr/drawing/png";
import type { QrLevel } from "@/lib/qr/schema";
import { encodeQr } from "@/lib/qr/symbol/encode";
import { alignmentCentres } from "@/lib/qr/symbol/layout";

export const FINDER_MODULES = 7;
export const ALIGNMENT_MODULES = 5;

const MAX_VERSION = 40;

/** Top left corners of patterns, in modules. */
type Pattern = { row: number; column: number };

/**
 * Modules without an alignment pattern in the centre, where a logo would cover it: zbar would look for the pattern in
 * the logo, and distort the code to fit what it finds there.
 *
 * @throws Error when the content is too long for a code
 */
export function createModulesAroundLogo(content: string, level: QrLevel): Modules {
  const smallest = encodeQr(content, level);
  let version = (smallest.size - 17) / 4;
  while (alignmentCentres(version).length % 2 === 1 && version < MAX_VERSION) version++;
  return encodeQr(content, level, version);
}

export function findersOf({ size }: Pick<Modules, "size">): Pattern[] {
  const far = size - FINDER_MODULES;
  return [
    { row: 0, column: 0 },
    { row: 0, column: far },
    { row: far, column: 0 },
  ];
}
