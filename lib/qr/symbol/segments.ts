/** An encoding of characters in a symbol (ISO/IEC 18004, 7.3 and table 3). */
type Mode = {
  indicator: number;
  /** Bits of the character count in versions 1 to 9, 10 to 26 and 27 to 40. */
  countBits: readonly [number, number, number];
  /** Average size of a character in sixths of a bit, which is a whole number in all modes. */
  sixths: number;
  canWrite: (byte: number) => boolean;
};

const ALPHANUMERIC = Buffer.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:");
const VALUES = new Map(Array.from(ALPHANUMERIC, (byte, value) => [byte, value]));

export const NUMERIC: Mode = {
  indicator: 1,
  countBits: [10, 12, 14],
  sixths: 20,
  canWrite: (byte) => (VALUES.get(byte) ?? 10) < 10,
};
const ALPHANUMERICAL: Mode = {
  indicator: 2,
  countBits: [9, 11, 13],
  sixths: 33,
  canWrite: (byte) => VALUES.has(byte),
};
export const BYTES: Mode = { indicator: 4, countBits: [8, 16, 16], sixths: 48, canWrite: () => true };
const MODES = [NUMERIC, ALPHANUMERICAL, BYTES] as const;
const INDICATOR_BITS = 4;

export type Segment = { mode: Mode; bytes: Uint8Array };

/** The last versions with one width of the character count. */
export const LAST_OF_RANGES = [9, 26, 40] as const;

function countBitsOf({ countBits }: Mode, version: number): number {
  const [small, middle, large] = countBits;
  if (version <= LAST_OF_RANGES[0]) return small;
  return version <= LAST_OF_RANGES[1] ? middle : large;
}

/** A segment's bits: indicator, count and characters. */
export function bitsOf({ mode, bytes }: Segment, version: number): number {
  return INDICATOR_BITS + countBitsOf(mode, version) + Math.ceil((bytes.length * mode.sixths) / 6);
}

/**
 * Splits bytes into the segments that take the fewest bits together, by dynamic programming: after each byte, the
 * fewest bits with which the next one can be written in each mode.
 */
export function toSegments(bytes: Uint8Array, version: number): Segment[] {
  const heads = MODES.map((mode) => 6 * (INDICATOR_BITS + countBitsOf(mode, version)));
  let costs = heads;
  /** For each byte, and each mode of what follows it: the mode in which it is written. */
  const choices: number[][] = [];
  for (const byte of bytes) {
    const written = MODES.map(({ canWrite, sixths }, mode) =>
      canWrite(byte) ? (costs[mode] as number) + sixths : Number.POSITIVE_INFINITY,
    );
    const next = MODES.map((_, to) => cheapest(written, (mode, cost) => (mode === to ? cost : switched(cost, to))));
    costs = next.map(({ cost }) => cost);
    choices.push(next.map(({ mode }) => mode));
  }
  return join(bytes, modesFrom(choices, cheapest(costs, (_, cost) => cost).mode));

  /** The cost of switching modes. A segment ends at a whole bit. */
  function switched(cost: number, to: number): number {
    return Math.ceil(cost / 6) * 6 + (heads[to] as number);
  }
}

function cheapest(costs: readonly number[], costOf: (mode: number, cost: number) => number) {
  let best = { mode: 0, cost: Number.POSITIVE_INFINITY };
  for (const [mode, before] of costs.entries()) {
    const cost = costOf(mode, before);
    if (cost < best.cost) best = { mode, cost };
  }
  return best;
}

/** Follows the choices back from the last byte. */
function modesFrom(choices: readonly number[][], last: number): number[] {
  const modes: number[] = [];
  let mode = last;
  for (const choice of choices.toReversed()) {
    mode = choice[mode] as number;
    modes.push(mode);
  }
  return modes.reverse();
}

function join(bytes: Uint8Array, modes: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0, at = 1; at <= modes.length; at++) {
    if (modes[at] === modes[from]) continue;
    segments.push({ mode: MODES[modes[from] as number] as Mode, bytes: bytes.subarray(from, at) });
    from = at;
  }
  return segments;
}

/** @param push appends the lowest bits of a value, highest first */
export function writeSegment({ mode, bytes }: Segment, version: number, push: (value: number, bits: number) => void) {
  push(mode.indicator, INDICATOR_BITS);
  push(bytes.length, countBitsOf(mode, version));
  if (mode === BYTES) {
    for (const byte of bytes) push(byte, 8);
    return;
  }
  const [perGroup, base, bitsOfGroup] = mode === NUMERIC ? [3, 10, [0, 4, 7, 10]] : [2, 45, [0, 6, 11]];
  for (let at = 0; at < bytes.length; at += perGroup) {
    const group = bytes.subarray(at, at + perGroup);
    const value = group.reduce((sum, byte) => sum * base + (VALUES.get(byte) as number), 0);
    push(value, bitsOfGroup[group.length] as number);
  }
}
