import { formatCount } from "@/lib/format";

/** Props of charts over time, of their axes, grid and tooltip. */

const TICK = { fill: "var(--muted)", fontSize: 12 };

export const GRID = { vertical: false, stroke: "var(--line)" } as const;

export const CHART = {
  // On the right, half of a date.
  margin: { top: 8, right: 20, bottom: 0, left: 0 },
  accessibilityLayer: false,
} as const;

export const TIME_AXIS = {
  tick: TICK,
  tickLine: false,
  axisLine: { stroke: "var(--line)" },
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

export const TOOLTIP = { isAnimationActive: false, cursor: { stroke: "var(--line-strong)" } } as const;

/** Classes of a chart's tooltip. */
export const TOOLTIP_CLASS = "rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-raised";
