import type { Segment } from "@/lib/qr/drawing/path";

/** The share of each pixel that a shape covers, from 0 to 255. */
export type Coverage = { data: Uint8Array; width: number; height: number };

/** The position of a drawing in an image: pixels per module, and the module at the top left corner. */
export type View = { width: number; height: number; scale: number; x: number; y: number };

type FillRule = "nonzero" | "evenodd";
type Line = (x0: number, y0: number, x1: number, y1: number) => void;

/** Maximum distance, in pixels, between a curve and the lines that approximate it. */
const TOLERANCE = 0.05;

/**
 * Rasterises outlines with exact areas: each line adds its signed share of every pixel that it crosses, and prefix sums
 * along the rows yield the winding number of each pixel.
 */
export function cover(segments: readonly Segment[], view: View, rule: FillRule): Coverage {
  const { width, height } = view;
  // A line at the right edge also adds to the pixel after it.
  const stride = width + 2;
  const sums = new Float32Array(stride * height);
  flatten(segments, view, (x0, y0, x1, y1) => addLine(sums, { stride, height }, [x0, y0, x1, y1]));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let enclosed = 0;
    for (let x = 0; x < width; x++) {
      enclosed += sums[y * stride + x] as number;
      const share = rule === "nonzero" ? Math.min(1, Math.abs(enclosed)) : evenOddCoverage(enclosed);
      data[y * width + x] = share * 255 + 0.5;
    }
  }
  return { data, width, height };
}

/** 1 for odd numbers, 0 for even ones, interpolated in between. */
function evenOddCoverage(enclosed: number): number {
  return Math.abs(enclosed - 2 * Math.round(enclosed / 2));
}

/** Converts segments to lines in pixels. Outlines are closed. */
function flatten(segments: readonly Segment[], { scale, x: left, y: top }: View, line: Line): void {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const to = (nextX: number, nextY: number) => {
    line((x - left) * scale, (y - top) * scale, (nextX - left) * scale, (nextY - top) * scale);
    [x, y] = [nextX, nextY];
  };
  for (const segment of segments) {
    if (segment.kind === "move") [x, y, startX, startY] = [segment.x, segment.y, segment.x, segment.y];
    else if (segment.kind === "line") to(segment.x, segment.y);
    else if (segment.kind === "close") to(startX, startY);
    else for (const point of pointsOf(segment, { x, y }, scale)) to(point.x, point.y);
  }
}

type Point = { x: number; y: number };

function pointsOf(segment: Segment & { kind: "arc" | "curve" }, from: Point, scale: number): Point[] {
  const at = segment.kind === "arc" ? arcPoint(segment, from) : curvePoint(segment, from);
  const reach = Math.abs(segment.x - from.x) + Math.abs(segment.y - from.y);
  // The error of the chords falls with the square of their number.
  const count = Math.max(2, Math.ceil(Math.sqrt((reach * scale) / (8 * TOLERANCE))));
  return Array.from({ length: count }, (_, index) => at((index + 1) / count));
}

/** A quarter of a circle. */
function arcPoint({ x, y, radius, isClockwise }: Segment & { kind: "arc" }, from: Point): (part: number) => Point {
  const isHorizontal = (isClockwise === x - from.x > 0) === y - from.y > 0;
  const centre = isHorizontal ? { x: from.x, y } : { x, y: from.y };
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  const sweep = isClockwise ? Math.PI / 2 : -Math.PI / 2;
  return (part) =>
    part === 1
      ? { x, y }
      : {
          x: centre.x + radius * Math.cos(start + part * sweep),
          y: centre.y + radius * Math.sin(start + part * sweep),
        };
}

function curvePoint(to: Segment & { kind: "curve" }, from: Point): (part: number) => Point {
  return (part) => {
    const rest = 1 - part;
    const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
    return { x: a * from.x + b * to.x1 + c * to.x2 + d * to.x, y: a * from.y + b * to.y1 + c * to.y2 + d * to.y };
  };
}

type Sums = { stride: number; height: number };

/** Adds a line's signed share of the pixels that it crosses; parts outside count at the nearest edge. */
function addLine(
  sums: Float32Array,
  { stride, height }: Sums,
  [x0, y0, x1, y1]: [number, number, number, number],
): void {
  if (y0 === y1) return;
  const sign = y0 < y1 ? 1 : -1;
  const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (bottomX - topX) / (bottomY - topY);
  const last = Math.min(height, Math.ceil(bottomY));
  for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
    const [from, to] = [Math.max(topY, row), Math.min(bottomY, row + 1)];
    if (to <= from) continue;
    const [a, b] = [topX + slope * (from - topY), topX + slope * (to - topY)];
    addSpan(sums, row * stride, stride, { left: Math.min(a, b), right: Math.max(a, b), share: sign * (to - from) });
  }
}

type Span = { left: number; right: number; share: number };

/** Adds the part of a line within a row: everything to its right is enclosed once more. */
function addSpan(sums: Float32Array, row: number, stride: number, { left, right, share }: Span): void {
  const edge = stride - 2;
  const [from, to] = [Math.min(edge, Math.max(0, left)), Math.min(edge, Math.max(0, right))];
  const [first, last] = [Math.floor(from), Math.floor(to)];
  if (first === last) {
    const middle = (from + to) / 2 - first;
    add(sums, row + first, share * (1 - middle));
    add(sums, row + first + 1, share * middle);
    return;
  }
  // How much of the span lies to the left of each pixel's right side, summed up.
  let before = 0;
  for (let pixel = first; pixel <= last; pixel++) {
    const inside = areaUpTo(pixel + 1, from, to) - areaUpTo(pixel, from, to);
    add(sums, row + pixel, share * (inside - before));
    before = inside;
  }
  add(sums, row + last + 1, share * (1 - before));
}

/** The area right of a line from `from` to `to` and left of `x`, per height. */
function areaUpTo(x: number, from: number, to: number): number {
  if (x <= from) return 0;
  if (x >= to) return x - (from + to) / 2;
  return (x - from) ** 2 / (2 * (to - from));
}

function add(sums: Float32Array, at: number, value: number): void {
  sums[at] = (sums[at] as number) + value;
}
