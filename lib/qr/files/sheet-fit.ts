import { AppError } from "@/lib/errors";
import { isReadableAt, type QrDesign, smallestPrintMm } from "@/lib/qr/design";
import { heightOf, modulesOf, widthOf } from "@/lib/qr/drawing/drawing";
import { formatMm, partsOfLabel } from "@/lib/qr/files/label-layout";
import { layoutOf, type Sheet } from "@/lib/qr/files/sheet-schema";
import type { DesignedCode, LabelRequest } from "@/lib/qr/studio-types";
import { withoutScheme } from "@/lib/search-text";

/** Message for a short URL that doesn't fit on a label even without a title. */
export const SHORT_URL_TOO_LONG = "There is no room for this short URL on its label. Choose larger labels.";

export type LabelledCode = { shortCode: string; content: string; design: QrDesign };
type DrawingSize = { width: number; height: number };

/** Message for a code that doesn't fit on a label. */
export function codeTooSmall({ width, height }: DrawingSize, roomMm: number): string {
  const needed = smallestPrintMm(Math.max(width, height));
  return `This QR code must be at least ${formatMm(needed)} mm high to be scanned, and its label has room for ${formatMm(roomMm)} mm. Choose larger labels.`;
}

/** What a label shows besides its code, and its size. */
export function labelOf(
  { shortUrl, title }: { shortUrl: string; title: string },
  sheet: Sheet,
): Omit<LabelRequest, keyof DesignedCode> {
  const { labelWidth, labelHeight } = layoutOf(sheet);
  return {
    label: { width: labelWidth, height: labelHeight },
    text: sheet.text,
    shortUrl: withoutScheme(shortUrl),
    title: sheet.text === "title" ? withoutScheme(title) : null,
  };
}

/**
 * Checks the longest content of each design; the process that draws the labels checks them all.
 *
 * @throws AppError invalid naming the first link whose code does not fit on its label
 */
export function assertCodesFit(codes: Iterable<LabelledCode>, sheet: Sheet): void {
  const layout = layoutOf(sheet);
  const room = partsOfLabel(layout, sheet.text).code.width;
  const longest = new Map<string, LabelledCode>();
  for (const code of codes) {
    const key = JSON.stringify(code.design);
    const known = longest.get(key);
    if (!known || known.content.length < code.content.length) longest.set(key, code);
  }
  for (const { shortCode, content, design } of longest.values()) {
    const { size } = modulesOf(content, design);
    const drawing = { width: widthOf(size, design.margin, design), height: heightOf(size, design.margin, design) };
    if (!isReadableAt(room, Math.max(drawing.width, drawing.height))) {
      throw new AppError("invalid", `${shortCode}: ${codeTooSmall(drawing, room)}`, "sheet");
    }
  }
}
