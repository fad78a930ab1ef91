import { createRequire } from "node:module";
import { type Font, openSync } from "fontkit";
import { AppError } from "@/lib/errors";
import { memoize } from "@/lib/memoize";
import type { TextOutline } from "@/lib/qr/drawing/frame";
import type { Segment } from "@/lib/qr/drawing/path";

/** Weights of Geist (SIL Open Font License), which has one file per script. Frames use SemiBold. */
export type FontWeight = 400 | 600;
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "vietnamese"];
const require = createRequire(import.meta.url);

/**
 * The outline of a frame's text in the bundled font, so that viewers need no font.
 *
 * @throws AppError invalid naming a character that the font lacks
 */
export function outlineText(text: string): TextOutline {
  const segments: Segment[] = [];
  let x = 0;
  for (const { font, part } of partsOf(text.normalize("NFC"))) {
    const scale = 1 / font.capHeight;
    const { glyphs, positions } = font.layout(part);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      segments.push(...toSegments(glyph.path.commands, { scale, x: x + xOffset * scale, y: -yOffset * scale }));
      x += xAdvance * scale;
    }
  }
  return { segments, width: x };
}

/** Splits a text into runs of characters from one file, so that they are kerned. */
function partsOf(text: string): { font: Font; part: string }[] {
  const parts: { font: Font; part: string }[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    if (last?.font.hasGlyphForCodePoint(codePoint)) last.part += character;
    else parts.push({ font: fontOf(character, codePoint), part: character });
  }
  return parts;
}

function fontOf(character: string, codePoint: number): Font {
  const font = findFont(codePoint, 600);
  if (font) return font;
  throw new AppError("invalid", missingCharacter(character, codePoint), "frame.text");
}

function missingCharacter(character: string, codePoint: number): string {
  // Such a character, like a zero-width space pasted with other text, would be invisible in quotes.
  if (/[\p{C}\p{M}\p{Z}]/u.test(character)) {
    const number = codePoint.toString(16).toUpperCase().padStart(4, "0");
    return `The frame's text has an invisible character (U+${number}). Type the text again.`;
  }
  return `The frame's font has no “${character}”. Remove it from the text.`;
}

/** The bundled font that has a character; undefined if none does. */
function findFont(codePoint: number, weight: FontWeight): Font | undefined {
  for (const subset of SUBSETS) {
    const font = openFont(`geist-${subset}-${weight}-normal`);
    if (font.hasGlyphForCodePoint(codePoint)) return font;
  }
  return undefined;
}

/** A character's outline and its advance, in units of the font's size; undefined if no bundled font has it. */
export function outlineGlyph(
  codePoint: number,
  weight: FontWeight,
): { segments: Segment[]; advance: number } | undefined {
  const font = findFont(codePoint, weight);
  if (!font) return undefined;
  const glyph = font.glyphForCodePoint(codePoint);
  const scale = 1 / font.unitsPerEm;
  return { segments: toSegments(glyph.path.commands, { scale, x: 0, y: 0 }), advance: glyph.advanceWidth * scale };
}

const openFont = memoize(2 * SUBSETS.length, (file: string): Font => {
  const font = openSync(require.resolve(`@fontsource/geist/files/${file}.woff2`));
  if (!("capHeight" in font)) throw new Error(`Not a font: ${file}`);
  return font;
});

type Command = Font["layout"] extends (...args: never[]) => { glyphs: { path: { commands: (infer C)[] } }[] }
  ? C
  : never;

/** Converts an outline. The y axis of fonts points upwards. */
function toSegments(commands: readonly Command[], to: { scale: number; x: number; y: number }): Segment[] {
  const [x, y] = [(value = 0) => to.x + value * to.scale, (value = 0) => to.y - value * to.scale];
  let last = { x: 0, y: 0 };
  return commands.map(({ command, args: [a, b, c, d, e, f] }): Segment => {
    switch (command) {
      case "moveTo":
      case "lineTo":
        last = { x: x(a), y: y(b) };
        return { kind: command === "moveTo" ? "move" : "line", ...last };
      case "quadraticCurveTo": {
        const [control, end, start] = [{ x: x(a), y: y(b) }, { x: x(c), y: y(d) }, last];
        last = end;
        const between = (from: number, toControl: number) => from + (2 / 3) * (toControl - from);
        const [x1, y1] = [between(start.x, control.x), between(start.y, control.y)];
        return { kind: "curve", x1, y1, x2: between(end.x, control.x), y2: between(end.y, control.y), ...end };
      }
      case "bezierCurveTo":
        last = { x: x(e), y: y(f) };
        return { kind: "curve", x1: x(a), y1: y(b), x2: x(c), y2: y(d), ...last };
      default:
        return { kind: "close" };
    }
  });
}
