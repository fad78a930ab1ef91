import { AppError } from "@/lib/errors";
import { decodeLogo } from "@/lib/qr/child/decode-logo";
import { cut, type Glyphs, glyphsOf, LINE_HEIGHT, type Line, widthOfGlyphs, wrap } from "@/lib/qr/child/label-text";
import { partsOf } from "@/lib/qr/child/parts";
import { isForBlack, isReadableAt, type QrDesign } from "@/lib/qr/design";
import { addResources, placeCode } from "@/lib/qr/drawing/draw-pdf";
import { type Drawing, drawCode } from "@/lib/qr/drawing/drawing";
import { numbers, rectangle, toPdfPath } from "@/lib/qr/drawing/path";
import { createPdf, type Pdf } from "@/lib/qr/drawing/pdf";
import { type Box, partsOfLabel } from "@/lib/qr/files/label-layout";
import { codeTooSmall, SHORT_URL_TOO_LONG } from "@/lib/qr/files/sheet-fit";
import type { LabelRequest } from "@/lib/qr/studio-types";

const MM_PER_POINT = 25.4 / 72;
/** Font sizes of the short URL, largest first. */
const URL_SIZES_MM = [9, 8, 7, 6, 5].map((points) => points * MM_PER_POINT);
const TITLE_SIZE_MM = 7 * MM_PER_POINT;
/** Minimum font size of a short URL on one line; below it, the URL is wrapped. */
const MIN_ONE_LINE_MM = 7 * MM_PER_POINT;
/** Distance from the top of a line to its baseline, relative to the font size. */
const BASELINE = 0.95;
const TITLE_GREY = "0.25 g";

type Room = Box & { align: "left" | "centre" };
type SizedLine = Line & { size: number };

/**
 * Draws a label with the code, its short URL and, if there is room, its title, as a PDF of the label's size.
 *
 * @throws AppError invalid when the label is too small for the code or the short URL
 */
export async function drawLabel({
  content,
  design,
  logo,
  label,
  shortUrl,
  title,
  text,
}: LabelRequest): Promise<Buffer> {
  const code = await partsOf(content, design, logo);
  const drawing = drawCode(code);
  const parts = partsOfLabel({ labelWidth: label.width, labelHeight: label.height }, text);
  const modules = Math.max(drawing.box.width, drawing.box.height);
  if (!isReadableAt(parts.code.width, modules)) {
    throw new AppError("invalid", codeTooSmall(drawing.box, parts.code.width));
  }
  const scale = parts.code.width / modules;
  const pdf = createPdf(label.width, label.height);
  addResources(pdf, drawing, code.logo && (await decodeLogo(code.logo.png)));
  const { x, y } = centred(drawing, parts.code, scale);
  const lines = parts.text ? toLines({ shortUrl, title }, parts.text) : [];
  const contents = [
    groundOf(design, drawing, { x, y, scale }),
    placeCode(drawing, { x, y, scale }),
    ...(parts.text ? place(pdf, lines, parts.text) : []),
  ];
  return pdf.toBytes(contents.join("\n"));
}

function centred({ box }: Drawing, { x, y, width: side }: Box, scale: number): { x: number; y: number } {
  return { x: x + (side - box.width * scale) / 2, y: y + (side - box.height * scale) / 2 };
}

/** The background of a code on a label, which is white. */
function groundOf(
  design: QrDesign,
  { box }: Drawing,
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  if (!isForBlack(design)) return "";
  return `0 g\n${toPdfPath(rectangle([x, y, box.width * scale, box.height * scale]))}\nf`;
}

/** The short URL in full, and the title on one line, cut to its width, if that leaves room for the short URL. */
function toLines({ shortUrl, title }: Pick<LabelRequest, "shortUrl" | "title">, room: Room): SizedLine[] {
  const heading: SizedLine[] =
    title === null ? [] : [{ glyphs: cutTo(title, room.width), weight: 400, size: TITLE_SIZE_MM }];
  const above = urlLines(shortUrl, room.width, room.height - heightOf(heading));
  if (above) return [...above, ...heading];
  const alone = urlLines(shortUrl, room.width, room.height);
  if (!alone) throw new AppError("invalid", SHORT_URL_TOO_LONG);
  return alone;
}

/** On as few lines as possible; null if it doesn't fit even at the smallest size. */
function urlLines(shortUrl: string, width: number, height: number): SizedLine[] | null {
  const glyphs = glyphsOf(shortUrl, 600);
  const options = URL_SIZES_MM.map((size) => wrap(glyphs, width / size).map(toLine(size)));
  const fitting = options.filter((lines) => heightOf(lines) <= height);
  const onOne = fitting.find(([line, ...more]) => more.length === 0 && line && line.size >= MIN_ONE_LINE_MM);
  const fewest = Math.max(2, Math.min(...fitting.map((lines) => lines.length)));
  return onOne ?? fitting.find((lines) => lines.length <= fewest) ?? null;
}

function cutTo(title: string, width: number): Glyphs {
  return cut(glyphsOf(title, 400), width / TITLE_SIZE_MM, 400);
}

function toLine(size: number) {
  return (glyphs: Glyphs): SizedLine => ({ glyphs, weight: 600, size });
}

function heightOf(lines: readonly SizedLine[]): number {
  return lines.reduce((sum, { size }) => sum + size * LINE_HEIGHT, 0);
}

/** Places the lines. Each glyph is a form XObject, so that a sheet contains it once. */
function place(pdf: Pdf, lines: readonly SizedLine[], room: Room): string[] {
  const added = new Set<string>();
  let top = room.align === "centre" ? room.y : room.y + (room.height - heightOf(lines)) / 2;
  return lines.flatMap(({ glyphs, weight, size }) => {
    const slack = room.width - widthOfGlyphs(glyphs) * size;
    let x = room.x + (room.align === "centre" ? slack / 2 : 0);
    const y = top + BASELINE * size;
    top += size * LINE_HEIGHT;
    const drawn = glyphs.map(({ codePoint, segments, advance }) => {
      const name = `T${weight}${codePoint.toString(16)}`;
      if (segments.length > 0 && !added.has(name)) {
        added.add(name);
        pdf.addGlyph(name, `${toPdfPath(segments)}\nf`);
      }
      const at = numbers(x, y);
      x += advance * size;
      return segments.length > 0 ? `q ${numbers(size)} 0 0 ${numbers(size)} ${at} cm /${name} Do Q` : "";
    });
    return [weight === 600 ? "0 g" : TITLE_GREY, ...drawn];
  });
}
