import type { QrDesign } from "@/lib/qr/design";
import { rectangle, reversed, type Segment } from "@/lib/qr/drawing/path";

/** The outline of a text with a baseline at 0 and the height of its capitals as unit. */
export type TextOutline = { segments: Segment[]; width: number };

/** Relative to the width of the code with its quiet zone. */
export const FRAME_BORDER = 0.03;
export const FRAME_BAND = 0.18;
const RADIUS = 0.05;
const MAX_TEXT_WIDTH = 0.88;
const CAPITAL_HEIGHT = 0.07;

type Box = { x: number; y: number; width: number; height: number };
type Frame = {
  box: Box;
  /** The ring around the code, with a band from which the text is cut out, by either fill rule. */
  outline: Segment[];
  /** Area filled by the background. */
  ground: Segment[];
};

export function drawFrame(quiet: Box, position: NonNullable<QrDesign["frame"]>["position"], text: TextOutline): Frame {
  const [border, band, radius] = [FRAME_BORDER * quiet.width, FRAME_BAND * quiet.width, RADIUS * quiet.width];
  const isAbove = position === "top";
  const box = {
    x: quiet.x - border,
    y: quiet.y - (isAbove ? band : border),
    width: quiet.width + 2 * border,
    height: quiet.height + border + band,
  };
  const outer = rectangle([box.x, box.y, box.width, box.height], radius);
  // Corners are sharp where the quiet zone meets the band, so that it is nowhere narrower than requested.
  const hole = reversed(rectangle([quiet.x, quiet.y, quiet.width, quiet.height]));
  const capital = Math.min(CAPITAL_HEIGHT, MAX_TEXT_WIDTH / text.width) * quiet.width;
  const bandY = isAbove ? box.y : quiet.y + quiet.height;
  const label = moved(text.segments, {
    scale: capital,
    x: quiet.x + (quiet.width - text.width * capital) / 2,
    y: bandY + (band + capital) / 2,
  });
  return { box, outline: [...outer, ...hole, ...reversed(label)], ground: outer };
}

/** Scales segments from the origin, then moves them, including arcs and curves. */
function moved(segments: readonly Segment[], to: { scale: number; x: number; y: number }): Segment[] {
  const [x, y] = [(value: number) => to.x + to.scale * value, (value: number) => to.y + to.scale * value];
  return segments.map((segment): Segment => {
    if (segment.kind === "close") return segment;
    const end = { x: x(segment.x), y: y(segment.y) };
    if (segment.kind === "arc") return { ...segment, ...end, radius: segment.radius * to.scale };
    if (segment.kind !== "curve") return { ...segment, ...end };
    const { x1, y1, x2, y2 } = segment;
    return { ...segment, ...end, x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2) };
  });
}
