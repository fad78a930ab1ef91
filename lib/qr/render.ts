import { DEFAULT_DESIGN, type PlainDesign } from "@/lib/qr/design";
import { encodePng, type Modules } from "@/lib/qr/drawing/png";
import { assertFits } from "@/lib/qr/image-size";
import { QR_DEFAULT_SIZE_PIXELS, type QrFormat } from "@/lib/qr/schema";
import { encodeQr } from "@/lib/qr/symbol/encode";

type PlainCode = { content: string; design: PlainDesign; size?: { px: number } | undefined };

/**
 * The content of a short URL's QR code; `qr` marks the visit as a scan, at a placement or anywhere (design section 5).
 */
export function qrContent(shortUrl: string, placement = "1"): string {
  return `${shortUrl}?qr=${placement}`;
}

/**
 * Renders a plain QR code.
 *
 * @throws AppError invalid when the code does not fit into the requested size
 */
export function renderPlain(format: QrFormat, code: PlainCode): Buffer {
  return format === "svg" ? renderSvg(code) : renderPng(code);
}

function renderPng({ content, design, size }: PlainCode): Buffer {
  const { foreground, background, margin: quietZone, level } = design;
  const modules = encodeQr(content, level);
  const width = size?.px ?? QR_DEFAULT_SIZE_PIXELS;
  assertFits(modules.size + 2 * quietZone, { px: width });
  const { foreground: black, background: white } = DEFAULT_DESIGN;
  const isBlackOnWhite = foreground.color === black.color && background === white;
  return encodePng(modules, { width, quietZone, ...(!isBlackOnWhite && { colours: [foreground.color, background] }) });
}

function renderSvg({ content, design: { level, margin, foreground, background }, size }: PlainCode): Buffer {
  const modules = encodeQr(content, level);
  const width = modules.size + 2 * margin;
  const inPixels = size ? ` width="${size.px}" height="${size.px}"` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"${inPixels} viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
      `<path id="background" fill="#${background}" d="M0 0h${width}v${width}H0z"/>` +
      `<path id="modules" fill="#${foreground.color}" d="${pathOf(modules, margin)}"/></svg>`,
  );
}

/** Draws a rectangle for each run of dark modules in a row. */
function pathOf({ size, data }: Modules, margin: number): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = column;
      while (column < size && data[row * size + column]) column++;
      if (column > from) path += `M${from + margin} ${row + margin}h${column - from}v1h${from - column}z`;
    }
  }
  return path;
}
