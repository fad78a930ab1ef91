import type { QrSize } from "@/lib/qr/design";
import type { Drawing } from "@/lib/qr/drawing/drawing";
import { gradientLine } from "@/lib/qr/drawing/gradient";
import { numbers, toSvgPath } from "@/lib/qr/drawing/path";

/**
 * A designed code as SVG: one path per part, named by its id, without scripts, fonts or external references.
 *
 * @param size width of the image; fills its container if omitted
 */
export function toSvg(drawing: Drawing, size?: QrSize): string {
  const { box, background, ground, foreground, modules, finders, frame, logo } = drawing;
  const paint = foreground.kind === "solid" ? `#${foreground.color}` : "url(#foreground)";
  const { x, y, width, height } = box;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${numbers(x, y, width, height)}"${sizeOf(drawing, size)}>`,
    foreground.kind === "solid" ? "" : `<defs>${gradient(drawing)}</defs>`,
    background ? `<path id="background" fill="#${background}" d="${toSvgPath(ground)}"/>` : "",
    `<path id="modules" fill="${paint}" d="${toSvgPath(modules)}"/>`,
    `<path id="finders" fill="${paint}" fill-rule="evenodd" d="${toSvgPath(finders)}"/>`,
    frame ? `<path id="frame" fill="${paint}" fill-rule="evenodd" d="${toSvgPath(frame)}"/>` : "",
    logo ? image(logo) : "",
    "</svg>",
  ].join("");
}

function sizeOf({ box }: Drawing, size: QrSize | undefined): string {
  if (!size) return "";
  const ratio = box.height / box.width;
  if ("px" in size) return ` width="${size.px}" height="${Math.round(size.px * ratio)}"`;
  return ` width="${numbers(size.mm)}mm" height="${numbers(size.mm * ratio)}mm"`;
}

function gradient(drawing: Drawing): string {
  const { foreground, codeSize } = drawing;
  if (foreground.kind === "solid") return "";
  const stops = `<stop offset="0" stop-color="#${foreground.from}"/><stop offset="1" stop-color="#${foreground.to}"/>`;
  const shared = `id="foreground" gradientUnits="userSpaceOnUse"`;
  const half = numbers(codeSize / 2);
  if (foreground.kind === "radial") {
    return `<radialGradient ${shared} cx="${half}" cy="${half}" r="${numbers(codeSize * Math.SQRT1_2)}">${stops}</radialGradient>`;
  }
  const [x1, y1, x2, y2] = gradientLine(codeSize, foreground.angle).map((value) => numbers(value));
  return `<linearGradient ${shared} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`;
}

function image({ x, y, width, height, png }: NonNullable<Drawing["logo"]>): string {
  const place = `x="${numbers(x)}" y="${numbers(y)}" width="${numbers(width)}" height="${numbers(height)}"`;
  return `<image id="logo" ${place} href="data:image/png;base64,${png.toString("base64")}"/>`;
}
