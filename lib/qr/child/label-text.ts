import { type FontWeight, outlineGlyph } from "@/lib/qr/child/font";
import type { Segment } from "@/lib/qr/drawing/path";

/** Line height relative to the font size. */
export const LINE_HEIGHT = 1.25;
const ELLIPSIS = "…";
/** More than a short URL has; longer titles fit on no label. */
const MAX_CHARACTERS = 320;
/** After these, a URL may continue on the next line. */
const BREAKS_AFTER = new Set("/-._?&=");

type Glyph = { codePoint: number; segments: Segment[]; advance: number };
export type Glyphs = readonly Glyph[];
export type Line = { glyphs: Glyphs; weight: FontWeight };

/**
 * The glyphs of a text, which is part of a URL: characters that the bundled font lacks are percent-encoded, as browsers
 * send them.
 */
export function glyphsOf(text: string, weight: FontWeight): Glyphs {
  return [...text.normalize("NFC").slice(0, MAX_CHARACTERS)].flatMap(
    (character) => glyphOf(character, weight) ?? [...encode(character)].flatMap((one) => glyphOf(one, weight) ?? []),
  );
}

function glyphOf(character: string, weight: FontWeight): Glyph[] | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const glyph = outlineGlyph(codePoint, weight);
  return glyph && [{ codePoint, ...glyph }];
}

/** Percent-encodes a character. A lone surrogate has no encoding. */
function encode(character: string): string {
  return encodeURIComponent(/\p{Surrogate}/u.test(character) ? "\uFFFD" : character);
}

/** Width relative to the font size. */
export function widthOfGlyphs(glyphs: Glyphs): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0);
}

/** As many glyphs as fit, with an ellipsis if any are cut. */
export function cut(glyphs: Glyphs, width: number, weight: FontWeight): Glyphs {
  if (widthOfGlyphs(glyphs) <= width) return glyphs;
  const ellipsis = glyphsOf(ELLIPSIS, weight);
  return [...glyphs.slice(0, countFitting(glyphs, width - widthOfGlyphs(ellipsis))), ...ellipsis];
}

/** Wraps glyphs into lines, after a separator where there is one; nothing is lost. */
export function wrap(glyphs: Glyphs, width: number): Glyphs[] {
  const count = countFitting(glyphs, width);
  if (count === glyphs.length) return [glyphs];
  const atSeparator = glyphs.slice(0, count).findLastIndex(isSeparator) + 1;
  const end = Math.max(1, atSeparator || count);
  return [glyphs.slice(0, end), ...wrap(glyphs.slice(end), width)];
}

function isSeparator({ codePoint }: Glyph): boolean {
  return BREAKS_AFTER.has(String.fromCodePoint(codePoint));
}

function countFitting(glyphs: Glyphs, width: number): number {
  let used = 0;
  const end = glyphs.findIndex(({ advance }) => {
    used += advance;
    return used > width;
  });
  return end < 0 ? glyphs.length : end;
}
