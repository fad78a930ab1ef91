import { foldCase } from "@/lib/search-text";

/** Part of a text, from one index up to but excluding another. */
export type TextRange = readonly [start: number, end: number];

/**
 * Occurrences of the needles in a text, ignoring case, in order and without overlaps.
 *
 * @param needles folded
 */
export function findRanges(text: string, needles: readonly string[]): TextRange[] {
  const folded = foldCase(text);
  const found = needles.flatMap((needle) => occurrencesOf(needle, folded)).sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of found) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function occurrencesOf(needle: string, text: string): TextRange[] {
  const found: TextRange[] = [];
  if (needle === "") return found;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    found.push([at, at + needle.length]);
  }
  return found;
}
