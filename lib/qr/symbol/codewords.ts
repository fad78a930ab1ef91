import { memoize } from "@/lib/memoize";
import type { QrLevel } from "@/lib/qr/schema";
import { bitsOf, type Segment, writeSegment } from "@/lib/qr/symbol/segments";

/** Error correction codewords in all blocks of a symbol, by version (ISO/IEC 18004, table 9). */
const CORRECTION_CODEWORDS: Record<QrLevel, string> = {
  L: "7 10 15 20 26 36 40 48 60 72 80 96 104 120 132 144 168 180 196 224 224 252 270 300 312 336 360 390 420 450 480 510 540 570 570 600 630 660 720 750",
  M: "10 16 26 36 48 64 72 88 110 130 150 176 198 216 240 280 308 338 364 416 442 476 504 560 588 644 700 728 784 812 868 924 980 1036 1064 1120 1204 1260 1316 1372",
  Q: "13 22 36 52 72 96 108 132 160 192 224 260 288 320 360 408 448 504 546 600 644 690 750 810 870 952 1020 1050 1140 1200 1290 1350 1440 1530 1590 1680 1770 1860 1950 2040",
  H: "17 28 44 64 88 112 130 156 192 224 264 308 352 384 432 480 532 588 650 700 750 816 900 960 1050 1110 1200 1260 1350 1440 1530 1620 1710 1800 1890 1980 2100 2220 2310 2430",
};
const BLOCKS: Record<QrLevel, string> = {
  L: "1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25",
  M: "1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49",
  Q: "1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68",
  H: "1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81",
};
const numbersOf = (table: Record<QrLevel, string>) => (level: QrLevel, version: number) =>
  Number(table[level].split(" ", version)[version - 1]);
const correctionCodewords = numbersOf(CORRECTION_CODEWORDS);
const blocksOf = numbersOf(BLOCKS);

const TERMINATOR_BITS = 4;
/** Alternating codewords that fill the rest (7.4.10). */
const PADDING = [0xec, 0x11] as const;

/** Modules that carry data, by version (table 1). */
export function dataModules(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const patterns = alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55;
  return (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0);
}

function dataCodewords(version: number, level: QrLevel): number {
  return Math.floor(dataModules(version) / 8) - correctionCodewords(level, version);
}

export function fits(segments: readonly Segment[], version: number, level: QrLevel): boolean {
  const bits = segments.reduce((sum, segment) => sum + bitsOf(segment, version), 0);
  return bits <= 8 * dataCodewords(version, level);
}

/** Data and error correction, in the order of the symbol (7.4 to 7.6). The segments must fit. */
export function toCodewords(segments: readonly Segment[], version: number, level: QrLevel): Uint8Array {
  const data = new Uint8Array(dataCodewords(version, level));
  let end = 0;
  const push = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, end++) {
      data[end >> 3] = (data[end >> 3] as number) | (((value >> bit) & 1) << (7 - (end & 7)));
    }
  };
  for (const segment of segments) writeSegment(segment, version, push);
  const used = Math.ceil(Math.min(end + TERMINATOR_BITS, 8 * data.length) / 8);
  for (let at = used; at < data.length; at++) data[at] = PADDING[((at - used) & 1) as 0 | 1];
  return interleave(data, correctionCodewords(level, version), blocksOf(level, version));
}

/** The first codeword of each block, then the second, and so on: data first, then correction (7.6). */
function interleave(data: Uint8Array, correction: number, blocks: number): Uint8Array {
  const perBlock = correction / blocks;
  const short = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const result = new Uint8Array(data.length + correction);
  for (let block = 0, from = 0; block < blocks; block++) {
    const bytes = data.subarray(from, from + short + (block < shortBlocks ? 0 : 1));
    from += bytes.length;
    for (let at = 0; at < bytes.length; at++) {
      result[at < short ? at * blocks + block : short * blocks + block - shortBlocks] = bytes[at] as number;
    }
    const remainder = remainderOf(bytes, perBlock);
    for (let at = 0; at < perBlock; at++) result[data.length + at * blocks + block] = remainder[at] as number;
  }
  return result;
}

/** Powers of 2 in the field of 256 elements with the polynomial 0x11d, and their exponents. */
const POWERS = new Uint8Array(510);
const EXPONENTS = new Uint8Array(256);
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  POWERS[exponent] = power;
  POWERS[exponent + 255] = power;
  EXPONENTS[power] = exponent;
  power = (power << 1) ^ (power & 0x80 ? 0x11d : 0);
}

/** Exponents of a generator's coefficients without the first, which is 1. No block has a higher degree. */
const generatorOf = memoize(30, (degree: number) => {
  const factors = new Uint8Array(degree);
  factors[degree - 1] = 1;
  for (let root = 0; root < degree; root++) {
    for (let at = 0; at < degree; at++) {
      factors[at] = multiply(factors[at] as number, root) ^ (factors[at + 1] ?? 0);
    }
  }
  return factors.map((factor) => EXPONENTS[factor] as number);
});

function multiply(value: number, exponent: number): number {
  return value === 0 ? 0 : (POWERS[(EXPONENTS[value] as number) + exponent] as number);
}

/** The error correction of a block: the remainder of a division by the generator (7.5.2). */
function remainderOf(bytes: Uint8Array, degree: number): Uint8Array {
  const generator = generatorOf(degree);
  const remainder = new Uint8Array(degree);
  for (const byte of bytes) {
    const factor = byte ^ (remainder[0] as number);
    remainder.copyWithin(0, 1);
    remainder[degree - 1] = 0;
    if (factor === 0) continue;
    const exponent = EXPONENTS[factor] as number;
    for (let at = 0; at < degree; at++) {
      remainder[at] = (remainder[at] as number) ^ (POWERS[exponent + (generator[at] as number)] as number);
    }
  }
  return remainder;
}
