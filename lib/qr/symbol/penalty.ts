import { type Grid, wordsOf } from "@/lib/qr/symbol/grid";

/** Penalty points for patterns that disturb scanners (ISO/IEC 18004, table 11). */
const RUN = 5;
const RUN_POINTS = 3;
const BLOCK_POINTS = 3;
const FINDER_POINTS = 40;
const FINDER_WIDTH = 11;
const BALANCE_POINTS = 10;

/**
 * How hard a symbol would be to scan (7.8.3): the more points, the harder. All positions of a word are examined
 * together: a bit of a result stands for a pattern that begins there.
 */
export function penaltyOf({ rows, columns }: Grid, size: number): number {
  return (
    penaltyOfRuns(rows, size) +
    penaltyOfRuns(columns, size) +
    penaltyOfFinders(rows, size) +
    penaltyOfFinders(columns, size) +
    penaltyOfBlocks(rows, size) +
    penaltyOfBalance(rows, size)
  );
}

/** Runs of one colour: 3 points for 5 modules, and 1 for each further one. */
function penaltyOfRuns(lines: Int32Array, size: number): number {
  const words = wordsOf(size);
  const ends = placesFor(2, size);
  /** Bits of modules that equal the next one. */
  const equal = new Int32Array(words + 1);
  let points = 0;
  for (let line = 0; line < lines.length; line += words) {
    for (let word = 0; word < words; word++) {
      const here = lines[line + word] as number;
      equal[word] = ~(here ^ ahead(here, nextWord(lines, line, word, words), 1)) & (ends[word] as number);
    }
    let carried = 0;
    for (let word = 0; word < words; word++) {
      const [here, next] = [equal[word] as number, equal[word + 1] as number];
      const runs = here & ahead(here, next, 1) & ahead(here, next, 2) & ahead(here, next, RUN - 2);
      const starts = runs & ~((runs << 1) | carried);
      carried = runs >>> 31;
      points += count(runs) + (RUN_POINTS - 1) * count(starts);
    }
  }
  return points;
}

/** Patterns that look like a finder: 1:1:3:1:1 modules, dark first, with four light ones after or before them. */
function penaltyOfFinders(lines: Int32Array, size: number): number {
  const words = wordsOf(size);
  const places = placesFor(FINDER_WIDTH, size);
  let found = 0;
  for (let line = 0; line < lines.length; line += words) {
    for (let word = 0; word < words; word++) {
      const here = lines[line + word] as number;
      const next = nextWord(lines, line, word, words);
      const [s1, s2, s3] = [ahead(here, next, 1), ahead(here, next, 2), ahead(here, next, 3)];
      const [s4, s5, s6] = [ahead(here, next, 4), ahead(here, next, 5), ahead(here, next, 6)];
      const [s7, s8, s9] = [ahead(here, next, 7), ahead(here, next, 8), ahead(here, next, 9)];
      const s10 = ahead(here, next, 10);
      const before = here & ~s1 & s2 & s3 & s4 & ~s5 & s6 & ~(s7 | s8 | s9 | s10);
      const after = s4 & ~s5 & s6 & s7 & s8 & ~s9 & s10 & ~(here | s1 | s2 | s3);
      found += count((before | after) & (places[word] as number));
    }
  }
  return found * FINDER_POINTS;
}

/** Squares of four modules of one colour. */
function penaltyOfBlocks(rows: Int32Array, size: number): number {
  const words = wordsOf(size);
  const places = placesFor(2, size);
  let blocks = 0;
  for (let line = words; line < rows.length; line += words) {
    for (let word = 0; word < words; word++) {
      const here = rows[line + word] as number;
      const next = nextWord(rows, line, word, words);
      const like = ~(here ^ (rows[line - words + word] as number));
      const nextLike = ~(next ^ nextWord(rows, line - words, word, words));
      const isEqual = ~(here ^ ahead(here, next, 1));
      blocks += count(isEqual & like & ahead(like, nextLike, 1) & (places[word] as number));
    }
  }
  return blocks * BLOCK_POINTS;
}

/** Points for each 5 % by which the share of dark modules differs from half. */
function penaltyOfBalance(rows: Int32Array, size: number): number {
  let dark = 0;
  for (let at = 0; at < rows.length; at++) dark += count(rows[at] as number);
  return Math.floor(Math.abs((100 * dark) / (size * size) - 50) / 5) * BALANCE_POINTS;
}

function nextWord(lines: Int32Array, line: number, word: number, words: number): number {
  return word + 1 < words ? (lines[line + word + 1] as number) : 0;
}

/** The bits at this offset further along in a line. */
function ahead(here: number, next: number, places: number): number {
  return (here >>> places) | (next << (32 - places));
}

const places = new Map<string, Int32Array>();

/** The positions in a line at which something this many modules wide can begin. */
function placesFor(width: number, size: number): Int32Array {
  const key = `${width} ${size}`;
  let found = places.get(key);
  if (!found) {
    found = new Int32Array(wordsOf(size));
    for (let at = 0; at <= size - width; at++) found[at >> 5] = (found[at >> 5] as number) | (1 << (at & 31));
    places.set(key, found);
  }
  return found;
}

/** Bits that are set in a word. */
function count(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
