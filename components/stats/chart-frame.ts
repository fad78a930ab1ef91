import { formatCount } from "@/lib/format";

/** Props of charts over time, of their axes, grid and tooltip. */

const TICK = { fill: "var(--color-muted)", fontSize: 12 };

export const GRID = { vertical: false, stroke: "var(--color-line)" } as const;

export const CHART = {
  // At both ends, half of a date; on the left, the axis has the rest of that room.
  margin: { top: 8, right: 20, bottom: 0, left: 12 },
  accessibilityLayer: false,
} as const;

export const TIME_AXIS = {
  tick: TICK,
  tickLine: false,
  axisLine: { stroke: "var(--color-line)" },
  minTickGap: 32,
  interval: "equidistantPreserveStart",
} as const;

export const CLICKS_AXIS = {
  allowDecimals: false,
  tickFormatter: formatCount,
  tick: TICK,
  tickLine: false,
  axisLine: false,
  width: "auto",
} as const;

export const TOOLTIP = { isAnimationActive: false, cursor: { stroke: "var(--color-line-strong)" } } as const;

/** Classes of a chart's tooltip. */
export const TOOLTIP_CLASS = "rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-raised";
