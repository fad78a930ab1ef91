import { findRanges, type TextRange } from "@/components/ui/text/find-ranges";
import type { SearchWord } from "@/lib/search-text";

/** Number of a destination's characters that are always visible in the table; later ones may be cut off. */
const SURELY_SHOWN = 28;
/** Characters shown before the first match, if that comes later. */
const LEAD = 4;

export function spellingsIn(words: readonly SearchWord[]): string[] {
  return words.flatMap(({ spellings }) => spellings);
}

/** Matches in a short code. If a short URL was searched, its whole code matches. */
export function findInCode(code: string, words: readonly SearchWord[]): TextRange[] {
  const shortCodes = words.flatMap(({ shortCode }) => (shortCode === code.toLowerCase() ? shortCode : []));
  return findRanges(code, [...shortCodes, ...spellingsIn(words)]);
}

/** Matches in a name, at the beginning of words only: "an" occurs once in "Anna Brandt". */
export function findInName(name: string, words: readonly SearchWord[]): TextRange[] {
  const beginnings = words.flatMap((word) => word.name ?? []);
  return findRanges(
    ` ${name.replaceAll("-", " ")}`,
    beginnings.map((text) => ` ${text}`),
  ).map(([start, end]) => [start, end - 1] as const);
}

/**
 * Number of characters of a destination to omit after its host, so that the first match is visible; 0 if it is near the
 * beginning.
 *
 * @param ranges the matches in the destination
 * @param surelyShown the number of characters that are always visible
 */
export function hiddenBefore(ranges: readonly TextRange[], hostLength: number, surelyShown = SURELY_SHOWN): number {
  const [start, end] = ranges[0] ?? [0, 0];
  return end <= surelyShown ? 0 : Math.max(0, start - hostLength - LEAD);
}
