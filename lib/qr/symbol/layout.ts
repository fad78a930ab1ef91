import { memoize } from "@/lib/memoize";
import { type Grid, toGrid } from "@/lib/qr/symbol/grid";

/** Positions of all parts of the symbols of one version. Modules are numbered row by row. */
export type Layout = {
  size: number;
  /** The patterns that every symbol has. */
  patterns: Grid;
  /** The data modules, in the order in which data is written. */
  data: Uint16Array;
  /** Modules that each mask inverts; none of them in patterns. */
  masks: readonly Grid[];
  /** For each of the 15 format bits, from the lowest: the two modules that contain it. */
  format: readonly (readonly [number, number])[];
};

/** ISO/IEC 18004, table 10. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const VERSIONS = 40;
const TIMING = 6;
const VERSION_POLYNOMIAL = 0x1f25;

function sizeOf(version: number): number {
  return 17 + 4 * version;
}

/** The alignment patterns' top left modules: around all crossings of their lines but those in finders. */
export function alignmentsOf(version: number): { row: number; column: number }[] {
  const centres = alignmentCentres(version);
  const last = centres.at(-1);
  const isFinder = (row: number, column: number) =>
    (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
  return centres.flatMap((row) =>
    centres.filter((column) => !isFinder(row, column)).map((column) => ({ row: row - 2, column: column - 2 })),
  );
}

/** Rows (and columns) of the centres of alignment patterns (annex E). */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = sizeOf(version);
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * count - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
  return [6, ...rest.reverse()];
}

/** About 2 MB if all versions are used; short URLs need a few. */
export const layoutOf = memoize(VERSIONS, (version: number): Layout => {
  const size = sizeOf(version);
  const patterns = new Uint8Array(size * size);
  const isPattern = new Uint8Array(size * size);
  const set = (row: number, column: number, isDark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    patterns[row * size + column] = isDark ? 1 : 0;
    isPattern[row * size + column] = 1;
  };
  for (let at = 0; at < size; at++) {
    set(TIMING, at, at % 2 === 0);
    set(at, TIMING, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3] as const, [3, size - 4] as const, [size - 4, 3] as const]) {
    // Includes the separator around it.
    square(4, (dy, dx, ring) => set(row + dy, column + dx, ring !== 2 && ring !== 4));
  }
  for (const { row, column } of alignmentsOf(version)) {
    square(2, (dy, dx, ring) => set(row + 2 + dy, column + 2 + dx, ring !== 1));
  }
  const format = formatModules(size);
  for (const at of format.flat()) isPattern[at] = 1;
  // Always dark (7.9.1).
  set(size - 8, 8, true);
  if (version >= 7) setVersion(version, set);
  const isDark = (at: number) => patterns[at] === 1;
  return {
    size,
    patterns: toGrid(size, isDark),
    data: dataOrder(size, isPattern),
    masks: toMasks(size, isPattern),
    format,
  };
});

/** Calls back for all modules around a centre; `ring` is their distance from it. */
function square(radius: number, visit: (dy: number, dx: number, ring: number) => void): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) visit(dy, dx, Math.max(Math.abs(dy), Math.abs(dx)));
  }
}

type SetModule = (row: number, column: number, isDark: boolean) => void;

/** Version information (7.10). */
function setVersion(version: number, set: SetModule): void {
  const bits = withRemainder(version, 12, VERSION_POLYNOMIAL);
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >> bit) & 1) === 1;
    const [far, near] = [sizeOf(version) - 11 + (bit % 3), Math.floor(bit / 3)];
    set(near, far, isDark);
    set(far, near, isDark);
  }
}

/** A number followed by the remainder of its division by a polynomial: a BCH code (annexes C and D). */
export function withRemainder(value: number, bits: number, polynomial: number): number {
  let remainder = value;
  for (let bit = 0; bit < bits; bit++) remainder = (remainder << 1) ^ ((remainder >> (bits - 1)) & 1 ? polynomial : 0);
  return (value << bits) | (remainder & ((1 << bits) - 1));
}

/** Modules of the format bits (figure 25). */
function formatModules(size: number): [number, number][] {
  const module = (row: number, column: number) => row * size + column;
  return Array.from({ length: 15 }, (_, bit) => {
    const beside = bit < 6 ? bit : bit < 8 ? bit + 1 : 8;
    const above = bit < 8 ? 8 : bit === 8 ? 7 : 14 - bit;
    return [module(beside, above), bit < 8 ? module(8, size - 1 - bit) : module(size - 15 + bit, 8)];
  });
}

/** Pairs of columns from the right, upwards and downwards in turn, without the column of the timing pattern (7.7.3). */
function dataOrder(size: number, isPattern: Uint8Array): Uint16Array {
  const order: number[] = [];
  let isUpwards = true;
  for (let right = size - 1; right > 0; right -= right === TIMING + 2 ? 3 : 2, isUpwards = !isUpwards) {
    for (let step = 0; step < size; step++) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isPattern[row * size + column]) order.push(row * size + column);
      }
    }
  }
  return Uint16Array.from(order);
}

function toMasks(size: number, isPattern: Uint8Array): Grid[] {
  return MASKS.map((inverts) => toGrid(size, (at) => !isPattern[at] && inverts(Math.floor(at / size), at % size)));
}
