import type { Drawing } from "@/lib/qr/drawing/drawing";
import { gradientLine } from "@/lib/qr/drawing/gradient";
import { numbers, toPdfPath } from "@/lib/qr/drawing/path";
import { createPdf, type Pdf, type PdfImage, pdfColour } from "@/lib/qr/drawing/pdf";

const DEFAULT_MM = 50;

/** Names of resources that all codes of a design share. */
const GRADIENT = "G";
const LOGO = "L";

/**
 * A designed code as a PDF with vector paths, exactly this wide.
 *
 * @param logo the decoded logo; null without one
 */
export function toPdf(drawing: Drawing, logo: PdfImage | null, widthMm = DEFAULT_MM): Buffer {
  const { width, height } = drawing.box;
  const scale = widthMm / width;
  const pdf = createPdf(widthMm, height * scale);
  addResources(pdf, drawing, logo);
  return pdf.toBytes(placeCode(drawing, { x: 0, y: 0, scale }));
}

/** Adds the resources that `placeCode` refers to. */
export function addResources(pdf: Pdf, { foreground, codeSize }: Drawing, logo: PdfImage | null): void {
  if (logo) pdf.addImage(LOGO, logo);
  if (foreground.kind === "solid") return;
  const { from, to } = foreground;
  const half = codeSize / 2;
  const shading =
    foreground.kind === "linear"
      ? ({ type: 2, coordinates: gradientLine(codeSize, foreground.angle) } as const)
      : ({ type: 3, coordinates: [half, half, 0, half, half, codeSize * Math.SQRT1_2] } as const);
  pdf.addShading(gradientName(codeSize), { ...shading, from, to });
}

/** Operators that draw a code with its quiet zone at a position in millimetres. */
export function placeCode(
  { box, codeSize, background, ground, foreground, modules, finders, frame, logo }: Drawing,
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  const ink = foreground.kind === "solid" ? `${pdfColour(foreground.color)} rg` : "";
  const fill = (path: string, rule: "" | "*") =>
    foreground.kind === "solid" ? `${path}\nf${rule}` : `q ${path}\nW${rule} n /${gradientName(codeSize)} sh Q`;
  return [
    `q ${scale} 0 0 ${scale} ${numbers(x - box.x * scale, y - box.y * scale)} cm`,
    background ? `${pdfColour(background)} rg\n${toPdfPath(ground)}\nf` : "",
    ink,
    fill(toPdfPath(modules), ""),
    fill(toPdfPath(finders), "*"),
    frame ? fill(toPdfPath(frame), "*") : "",
    // Images are drawn from their bottom left corner.
    logo
      ? `q ${numbers(logo.width)} 0 0 ${numbers(-logo.height)} ${numbers(logo.x, logo.y + logo.height)} cm /${LOGO} Do Q`
      : "",
    "Q",
  ].join("\n");
}

/** Codes of different sizes have different gradients. */
function gradientName(codeSize: number): string {
  return `${GRADIENT}${codeSize}`;
}
