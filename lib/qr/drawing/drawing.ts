import { levelInForce, type QrDesign, type QrForeground } from "@/lib/qr/design";
import { drawFrame, FRAME_BAND, FRAME_BORDER, type TextOutline } from "@/lib/qr/drawing/frame";
import { ALIGNMENT_MODULES, createModulesAroundLogo, FINDER_MODULES, findersOf } from "@/lib/qr/drawing/modules";
import { rectangle, type Segment } from "@/lib/qr/drawing/path";
import type { Modules } from "@/lib/qr/drawing/png";
import { drawAlignment, drawFinder, drawModules, type IsDark } from "@/lib/qr/drawing/shapes";
import { encodeQr } from "@/lib/qr/symbol/encode";
import { alignmentsOf } from "@/lib/qr/symbol/layout";

/** Free modules around the logo. */
const LOGO_PADDING = 0.5;

type LogoImage = { png: Buffer; width: number; height: number };
type Box = { x: number; y: number; width: number; height: number };

/** Positions of all parts of a designed code, in modules. The code starts at 0, 0; its quiet zone lies before it. */
export type Layout = {
  box: Box;
  /** Width of the code without its quiet zone. */
  codeSize: number;
  /** Null if transparent. */
  background: string | null;
  /** Area filled by the background. */
  ground: Segment[];
  foreground: QrForeground;
  /** For modules that are drawn one by one. */
  isDark: IsDark;
  /** The finders that the logo doesn't cover. */
  finders: readonly Corner[];
  alignments: readonly Corner[];
  /** The same by the even-odd and the nonzero rule. */
  frame: Segment[] | null;
  logo: (Box & { png: Buffer }) | null;
};

/** A designed code as outlines, independent of size and format. */
export type Drawing = Omit<Layout, "isDark" | "finders" | "alignments"> & {
  /** Filled by the nonzero rule. */
  modules: Segment[];
  /** Includes the alignment patterns; the same by the even-odd and the nonzero rule. */
  finders: Segment[];
};

export type CodeParts = {
  modules: Modules;
  design: QrDesign;
  /** Null without a logo. */
  logo: LogoImage | null;
  /** The outline of the frame's text; null without a frame. */
  text: TextOutline | null;
};

export function modulesOf(content: string, design: QrDesign): Modules {
  return (design.logo ? createModulesAroundLogo : encodeQr)(content, levelInForce(design));
}

/** Width of a drawing with this quiet zone, in modules. */
export function widthOf(size: number, margin: number, { frame }: Pick<QrDesign, "frame">): number {
  return (size + 2 * margin) * (frame ? 1 + 2 * FRAME_BORDER : 1);
}

/** Height of a drawing with this quiet zone, in modules. */
export function heightOf(size: number, margin: number, { frame }: Pick<QrDesign, "frame">): number {
  return (size + 2 * margin) * (frame ? 1 + FRAME_BORDER + FRAME_BAND : 1);
}

export function drawCode(parts: CodeParts): Drawing {
  const { modules: shape, finders: finderShape } = parts.design;
  const { isDark, finders, alignments, ...layout } = layOut(parts);
  return {
    ...layout,
    modules: drawModules(shape, layout.codeSize, isDark),
    finders: [
      ...finders.flatMap(({ row, column }) => drawFinder(finderShape, row, column)),
      ...alignments.flatMap(({ row, column }) => drawAlignment(finderShape, row, column)),
    ],
  };
}

/** @param margin the quiet zone, if wider than the design's */
export function layOut(
  { modules: { size, data }, design, logo: logoImage, text }: CodeParts,
  margin = design.margin,
): Layout {
  const logo = design.logo && logoImage && { ...logoBox(size, design.logo.percent, logoImage), png: logoImage.png };
  const isCovered = coveredBy(logo);
  const finders = findersOf({ size });
  const alignments = alignmentsOf((size - 17) / 4).filter(({ row, column }) => !coversAny(isCovered, row, column));
  const isPattern = patternsOf(size, finders, alignments);
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && data[row * size + column] === 1;
  const quiet = { x: -margin, y: -margin, width: size + 2 * margin, height: size + 2 * margin };
  const frame = design.frame && text && drawFrame(quiet, design.frame.position, text);
  return {
    box: frame ? frame.box : quiet,
    codeSize: size,
    background: design.background,
    ground: frame ? frame.ground : rectangle([quiet.x, quiet.y, quiet.width, quiet.height]),
    foreground: design.foreground,
    isDark: (row, column) => isDark(row, column) && !isPattern[row * size + column] && !isCovered(row, column),
    finders,
    alignments,
    frame: frame?.outline ?? null,
    logo,
  };
}

/** The logo keeps its proportions within a square in the middle. */
function logoBox(size: number, percent: number, { width, height }: LogoImage): Box {
  const side = (size * percent) / 100;
  const scale = side / Math.max(width, height);
  const fitted = { width: width * scale, height: height * scale };
  return { ...fitted, x: (size - fitted.width) / 2, y: (size - fitted.height) / 2 };
}

function coveredBy(logo: Box | null): (row: number, column: number) => boolean {
  if (!logo) return () => false;
  const [left, top] = [Math.floor(logo.x - LOGO_PADDING), Math.floor(logo.y - LOGO_PADDING)];
  const [right, bottom] = [logo.x + logo.width + LOGO_PADDING, logo.y + logo.height + LOGO_PADDING];
  return (row, column) => row >= top && row < bottom && column >= left && column < right;
}

function coversAny(isCovered: (row: number, column: number) => boolean, row: number, column: number): boolean {
  const steps = Array.from({ length: ALIGNMENT_MODULES }, (_, step) => step);
  return steps.some((down) => steps.some((right) => isCovered(row + down, column + right)));
}

type Corner = { row: number; column: number };

/** Which modules belong to patterns that are drawn as a whole. */
function patternsOf(size: number, finders: readonly Corner[], alignments: readonly Corner[]): Uint8Array {
  const map = new Uint8Array(size * size);
  const mark = ({ row, column }: Corner, width: number) => {
    for (let line = row; line < row + width; line++) map.fill(1, line * size + column, line * size + column + width);
  };
  for (const finder of finders) mark(finder, FINDER_MODULES);
  for (const alignment of alignments) mark(alignment, ALIGNMENT_MODULES);
  return map;
}
