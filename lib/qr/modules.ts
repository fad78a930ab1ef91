import QRCode from "qrcode";
import type { Modules } from "@/lib/qr/png";
import type { QrLevel } from "@/lib/qr/schema";

export const FINDER_MODULES = 7;
export const ALIGNMENT_MODULES = 5;

const MAX_VERSION = 40;

/** Top left corners of patterns, in modules. */
export type Pattern = { row: number; column: number };

/** @throws Error when the content is too long for a code */
export function createModules(content: string, level: QrLevel): Modules {
  const { size, data } = QRCode.create(content, { errorCorrectionLevel: level }).modules;
  return { size, data };
}

/**
 * Modules without an alignment pattern in the middle, where a logo covers it: zbar would look for it in the logo, and
 * straighten the code by what it finds there.
 *
 * @throws Error when the content is too long for a code
 */
export function createModulesAroundLogo(content: string, level: QrLevel): Modules {
  const smallest = createModules(content, level);
  let version = (smallest.size - 17) / 4;
  while (alignmentCentres(version).length % 2 === 1 && version < MAX_VERSION) version++;
  const { size, data } = QRCode.create(content, { errorCorrectionLevel: level, version }).modules;
  return { size, data };
}

export function findersOf({ size }: Pick<Modules, "size">): Pattern[] {
  const far = size - FINDER_MODULES;
  return [
    { row: 0, column: 0 },
    { row: 0, column: far },
    { row: far, column: 0 },
  ];
}

/** The small patterns by which scanners straighten a code (ISO/IEC 18004, annex E). */
export function alignmentsOf({ size }: Pick<Modules, "size">): Pattern[] {
  const centres = alignmentCentres((size - 17) / 4);
  const last = size - FINDER_MODULES;
  return centres.flatMap((row) =>
    centres
      .filter((column) => !((row === 6 && (column === 6 || column === last)) || (row === last && column === 6)))
      .map((column) => ({ row: row - 2, column: column - 2 })),
  );
}

function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = 17 + 4 * version;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
  return [6, ...rest.reverse()];
}
