/** Outlines in modules, from which both SVG and PDF paths are written. Arcs are quarters of a circle. */
export type Segment =
  | { kind: "move"; x: number; y: number }
  | { kind: "line"; x: number; y: number }
  | { kind: "arc"; x: number; y: number; radius: number; isClockwise: boolean }
  | { kind: "curve"; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { kind: "close" };

/** The rounded corners of a rectangle, clockwise from the top left. */
type Corners = readonly [boolean, boolean, boolean, boolean];
export const ALL_CORNERS: Corners = [true, true, true, true];

/** A rectangle, clockwise. */
export function rectangle(
  [x, y, width, height]: readonly [number, number, number, number],
  radius = 0,
  [topLeft, topRight, bottomRight, bottomLeft]: Corners = ALL_CORNERS,
): Segment[] {
  const [right, bottom] = [x + width, y + height];
  const line = (toX: number, toY: number): Segment => ({ kind: "line", x: toX, y: toY });
  const arc = (toX: number, toY: number): Segment => ({ kind: "arc", x: toX, y: toY, radius, isClockwise: true });
  const corner = (isRounded: boolean, from: Segment, to: Segment, sharp: Segment): Segment[] =>
    isRounded && radius > 0 ? [from, to] : [sharp];
  return [
    { kind: "move", x: topLeft && radius > 0 ? x + radius : x, y },
    ...corner(topRight, line(right - radius, y), arc(right, y + radius), line(right, y)),
    ...corner(bottomRight, line(right, bottom - radius), arc(right - radius, bottom), line(right, bottom)),
    ...corner(bottomLeft, line(x + radius, bottom), arc(x, bottom - radius), line(x, bottom)),
    ...(topLeft && radius > 0 ? [line(x, y + radius), arc(x + radius, y)] : []),
    { kind: "close" },
  ];
}

export function circle(centreX: number, centreY: number, radius: number): Segment[] {
  return rectangle([centreX - radius, centreY - radius, 2 * radius, 2 * radius], radius);
}

/** The same closed outlines, drawn in the opposite direction. */
export function reversed(segments: readonly Segment[]): Segment[] {
  const outlines: Exclude<Segment, { kind: "close" }>[][] = [];
  for (const segment of segments) {
    if (segment.kind === "move") outlines.push([segment]);
    else if (segment.kind !== "close") outlines.at(-1)?.push(segment);
  }
  return outlines.flatMap((outline) => [
    ...outline.toReversed().flatMap((segment, index): Segment[] => {
      const { x, y } = segment;
      const start: Segment[] = index === 0 ? [{ kind: "move", x, y }] : [];
      const to = outline.at(-2 - index);
      return to ? [...start, backwards(segment, to)] : start;
    }),
    { kind: "close" },
  ]);
}

/** The segment drawn from its end to its start. */
function backwards(segment: Segment, { x, y }: { x: number; y: number }): Segment {
  switch (segment.kind) {
    case "arc":
      return { ...segment, x, y, isClockwise: !segment.isClockwise };
    case "curve":
      return { kind: "curve", x1: segment.x2, y1: segment.y2, x2: segment.x1, y2: segment.y1, x, y };
    default:
      return { kind: "line", x, y };
  }
}

/** The `d` of an SVG path. */
export function toSvgPath(segments: readonly Segment[]): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  const texts: string[] = [];
  for (const segment of segments) {
    if (segment.kind === "close") {
      texts.push("z");
      [x, y] = [startX, startY];
      continue;
    }
    texts.push(toSvgCommand(segment, x, y));
    [x, y] = [segment.x, segment.y];
    if (segment.kind === "move") [startX, startY] = [x, y];
  }
  return texts.join("");
}

function toSvgCommand(segment: Exclude<Segment, { kind: "close" }>, x: number, y: number): string {
  const [dx, dy] = [segment.x - x, segment.y - y];
  switch (segment.kind) {
    case "move":
      return `M${numbers(segment.x, segment.y)}`;
    case "line":
      if (isZero(dx) && isZero(dy)) return "";
      if (isZero(dy)) return `h${numbers(dx)}`;
      return isZero(dx) ? `v${numbers(dy)}` : `l${numbers(dx, dy)}`;
    case "arc":
      return `a${numbers(segment.radius, segment.radius, 0, 0, segment.isClockwise ? 1 : 0, dx, dy)}`;
    case "curve":
      return `c${numbers(segment.x1 - x, segment.y1 - y, segment.x2 - x, segment.y2 - y, dx, dy)}`;
  }
}

/** Path operators of PDF (ISO 32000-1, 8.5.2), in the same coordinates. */
export function toPdfPath(segments: readonly Segment[]): string {
  let [x, y] = [0, 0];
  const lines: string[] = [];
  for (const segment of segments) {
    if (segment.kind === "close") {
      lines.push("h");
      continue;
    }
    const to = numbers(segment.x, segment.y);
    if (segment.kind === "move") lines.push(`${to} m`);
    else if (segment.kind === "line") lines.push(`${to} l`);
    else if (segment.kind === "arc") lines.push(`${numbers(...controlPoints(segment, x, y))} ${to} c`);
    else lines.push(`${numbers(segment.x1, segment.y1, segment.x2, segment.y2)} ${to} c`);
    [x, y] = [segment.x, segment.y];
  }
  return lines.join("\n");
}

/** Control point distance of the cubic curve nearest to a quarter circle. */
const KAPPA = 0.5523;

function controlPoints(arc: Segment & { kind: "arc" }, x: number, y: number): [number, number, number, number] {
  // The corner of the square around the quarter circle, where the tangents at its ends meet.
  const isHorizontal = (arc.isClockwise === arc.x - x > 0) === arc.y - y > 0;
  const [cornerX, cornerY] = isHorizontal ? [arc.x, y] : [x, arc.y];
  const towards = (from: number, to: number) => from + KAPPA * (to - from);
  return [towards(x, cornerX), towards(y, cornerY), towards(arc.x, cornerX), towards(arc.y, cornerY)];
}

function isZero(value: number): boolean {
  return Math.abs(value) < 0.0005;
}

/** Numbers as short as possible at a precision of a thousandth of a module. */
export function numbers(...values: number[]): string {
  return values.map((value) => String(Math.round(value * 1000) / 1000 || 0)).join(" ");
}
