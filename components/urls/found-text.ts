import { findRanges, type TextRange } from "@/components/ui/find-ranges";
import type { SearchWord } from "@/lib/search-text";

/** Of a destination in the table; what comes later may be cut off. */
const SURELY_SHOWN = 28;
/** Shown before the first match of those that come later. */
const LEAD = 4;

export function spellingsIn(words: readonly SearchWord[]): string[] {
  return words.flatMap(({ spellings }) => spellings);
}

/** A short URL that was searched is found in its whole code. */
export function findInCode(code: string, words: readonly SearchWord[]): TextRange[] {
  const shortCodes = words.flatMap(({ shortCode }) => (shortCode === code.toLowerCase() ? shortCode : []));
  return findRanges(code, [...shortCodes, ...spellingsIn(words)]);
}

/** Marks only beginnings: "an" in "Anna Brandt" once. */
export function findInName(name: string, words: readonly SearchWord[]): TextRange[] {
  const beginnings = words.flatMap((word) => word.name ?? []);
  return findRanges(
    ` ${name.replaceAll("-", " ")}`,
    beginnings.map((text) => ` ${text}`),
  ).map(([start, end]) => [start, end - 1] as const);
}

/**
 * How much of a destination to leave out after its host, so that the first match is seen: 0 if it is near the beginning.
 *
 * @param ranges the matches in the destination
 */
export function hiddenBefore(ranges: readonly TextRange[], hostLength: number): number {
  const [start, end] = ranges[0] ?? [0, 0];
  return end <= SURELY_SHOWN ? 0 : Math.max(0, start - hostLength - LEAD);
}
