import type { Modules } from "@/lib/qr/drawing/png";
import type { QrLevel } from "@/lib/qr/schema";
import { fits, toCodewords } from "@/lib/qr/symbol/codewords";
import { copyOf, type Grid, invert, setDark, toModules, wordsOf } from "@/lib/qr/symbol/grid";
import { type Layout, layoutOf, withRemainder } from "@/lib/qr/symbol/layout";
import { penaltyOf } from "@/lib/qr/symbol/penalty";
import { LAST_OF_RANGES, type Segment, toSegments } from "@/lib/qr/symbol/segments";

/** ISO/IEC 18004, table 12. */
const LEVEL_BITS: Record<QrLevel, number> = { L: 1, M: 0, Q: 3, H: 2 };
const FORMAT_POLYNOMIAL = 0x537;
/** Ensures that no format is all light. */
const FORMAT_MASK = 0x5412;

/**
 * The QR code of a text (ISO/IEC 18004): the smallest symbol in which it fits, with the mask that scans best.
 *
 * @param minVersion minimum version of the symbol, which is 17 + 4 * version modules wide
 * @throws Error when the text is too long
 */
export function encodeQr(content: string, level: QrLevel, minVersion = 1): Modules & { data: Uint8Array } {
  const { version, segments } = findVersion(Buffer.from(content), level, minVersion);
  const layout = layoutOf(version);
  const unmasked = place(toCodewords(segments, version, level), layout);
  let best = { grid: unmasked, penalty: Number.POSITIVE_INFINITY };
  for (const mask of layout.masks.keys()) {
    const grid = withMask(unmasked, { layout, level, mask });
    const penalty = penaltyOf(grid, layout.size);
    if (penalty < best.penalty) best = { grid, penalty };
  }
  return { size: layout.size, data: toModules(best.grid, layout.size) };
}

function findVersion(bytes: Uint8Array, level: QrLevel, minVersion: number): { version: number; segments: Segment[] } {
  let version = minVersion;
  for (const last of LAST_OF_RANGES) {
    if (version > last) continue;
    // The same for all versions up to `last`.
    const segments = toSegments(bytes, last);
    for (; version <= last; version++) if (fits(segments, version, level)) return { version, segments };
  }
  throw new Error("The text is too long for a QR code");
}

/** Writes the codewords' bits, highest first, to the data modules; leftover modules stay light. */
function place(codewords: Uint8Array, { size, patterns, data }: Layout): Grid {
  const grid = copyOf(patterns);
  const words = wordsOf(size);
  const bits = 8 * codewords.length;
  for (let bit = 0; bit < bits; bit++) {
    if ((((codewords[bit >> 3] as number) >> (7 - (bit & 7))) & 1) === 0) continue;
    const at = data[bit] as number;
    setDark(grid, words, Math.floor(at / size), at % size);
  }
  return grid;
}

type Masked = { layout: Layout; level: QrLevel; mask: number };

function withMask(unmasked: Grid, { layout: { size, masks, format }, level, mask }: Masked): Grid {
  const grid = copyOf(unmasked);
  invert(grid, masks[mask] as Grid);
  const bits = withRemainder((LEVEL_BITS[level] << 3) | mask, 10, FORMAT_POLYNOMIAL) ^ FORMAT_MASK;
  for (const [bit, places] of format.entries()) {
    if (((bits >> bit) & 1) === 0) continue;
    for (const at of places) setDark(grid, wordsOf(size), Math.floor(at / size), at % size);
  }
  return grid;
}
