import type { QrDesign } from "@/lib/qr/design";
import { ALIGNMENT_MODULES, FINDER_MODULES } from "@/lib/qr/drawing/modules";
import { ALL_CORNERS, circle, rectangle, reversed, type Segment } from "@/lib/qr/drawing/path";

/** Large enough that a blurred dot remains darker than its surroundings. */
const DOT_RADIUS = 0.46;
/** Half the width of a line that joins modules. */
const LINE_RADIUS = 0.45;

/** Whether there is a module at this position; false outside the code. */
export type IsDark = (row: number, column: number) => boolean;

/** Outlines of all modules within `size` rows and columns; filled by the nonzero rule. */
export function drawModules(shape: QrDesign["modules"], size: number, isDark: IsDark): Segment[] {
  if (shape === "square") return drawRuns(size, isDark);
  const drawModule = { dots: drawDot, rounded: drawRounded, connected: drawConnected }[shape];
  const segments: Segment[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(row, column)) segments.push(...drawModule(row, column, isDark));
    }
  }
  return segments;
}

/** Draws one rectangle per run of modules in a row. */
function drawRuns(size: number, isDark: IsDark): Segment[] {
  const segments: Segment[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = column;
      while (isDark(row, column)) column++;
      if (column > from) segments.push(...rectangle([from, row, column - from, 1]));
    }
  }
  return segments;
}

function drawDot(row: number, column: number): Segment[] {
  return circle(column + 0.5, row + 0.5, DOT_RADIUS);
}

/** Draws a square with rounded corners where it has no neighbours. */
function drawRounded(row: number, column: number, isDark: IsDark): Segment[] {
  const [above, right] = [isDark(row - 1, column), isDark(row, column + 1)];
  const [below, left] = [isDark(row + 1, column), isDark(row, column - 1)];
  const corners = [!above && !left, !above && !right, !below && !right, !below && !left] as const;
  return rectangle([column, row, 1, 1], 0.5, corners);
}

/** Draws a dot, and lines to its neighbours on the right and below. */
function drawConnected(row: number, column: number, isDark: IsDark): Segment[] {
  const [x, y, width] = [column + 0.5, row + 0.5, 2 * LINE_RADIUS];
  return [
    ...circle(x, y, LINE_RADIUS),
    ...(isDark(row, column + 1) ? rectangle([x, y - LINE_RADIUS, 1, width]) : []),
    ...(isDark(row + 1, column) ? rectangle([x - LINE_RADIUS, y, width, 1]) : []),
  ];
}

type Rings = { outer: number; hole: number; centre: number };

/**
 * Corner radii, from the outside in. Some scanners derive the module size from the ring, and the width of a rounder
 * ring changes when it is rotated: with a radius of 2.2, zbar reads no code at 40 degrees.
 */
const FINDER_RADII: Record<QrDesign["finders"], Rings> = {
  square: { outer: 0, hole: 0, centre: 0 },
  rounded: { outer: 1.6, hole: 0.8, centre: 0.7 },
  circle: { outer: 1.6, hole: 0.8, centre: 1.2 },
};
const ALIGNMENT_RADII: Record<QrDesign["finders"], Rings> = {
  square: { outer: 0, hole: 0, centre: 0 },
  rounded: { outer: 1.2, hole: 0.6, centre: 0.3 },
  circle: { outer: 1.2, hole: 0.6, centre: 0.4 },
};

/** A ring around its centre; the same by the even-odd and the nonzero rule, since some programs know only one. */
export function drawFinder(shape: QrDesign["finders"], row: number, column: number): Segment[] {
  return drawRings(FINDER_MODULES, FINDER_RADII[shape], row, column);
}

export function drawAlignment(shape: QrDesign["finders"], row: number, column: number): Segment[] {
  return drawRings(ALIGNMENT_MODULES, ALIGNMENT_RADII[shape], row, column);
}

function drawRings(size: number, { outer, hole, centre }: Rings, row: number, column: number): Segment[] {
  const square = (inset: number, radius: number) =>
    rectangle([column + inset, row + inset, size - 2 * inset, size - 2 * inset], radius, ALL_CORNERS);
  return [...square(0, outer), ...reversed(square(1, hole)), ...square(2, centre)];
}
