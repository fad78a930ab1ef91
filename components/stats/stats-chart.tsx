import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { CHART, CLICKS_AXIS, GRID, TIME_AXIS, TOOLTIP, TOOLTIP_CLASS } from "@/components/stats/chart-frame";
import { hasBegun, type Lines, type Point, tickLabel } from "@/components/stats/series";
import { markLabel } from "@/components/stats/stats-text";
import { useChartSize } from "@/components/stats/use-chart-size";
import { cn } from "@/components/ui/cn";
import { formatCount, plural } from "@/lib/format";
import type { Interval, UrlMark } from "@/lib/stats/types";

/** Never overshoots: between two intervals, it stays between their values. */
const CURVE = { type: "monotone", isAnimationActive: false, dot: false } as const;
const ACTIVE_DOT = { r: 4, stroke: "var(--color-surface)", strokeWidth: 2 };
const CLICKS = { ...CURVE, stroke: "var(--color-accent)", strokeWidth: 2, fill: "var(--color-accent)" } as const;

type StatsChartProps = {
  points: readonly Point[];
  interval: Interval;
  /** The first day of the range. */
  from?: string;
  marks: ReadonlyMap<string, readonly UrlMark[]>;
  lines: Lines;
};

export function StatsChart({ points, interval, from, marks, lines }: StatsChartProps) {
  const size = useChartSize();
  // A line needs two points.
  const isSingle = points.length === 1;
  return (
    <div aria-hidden className="h-full">
      <ComposedChart data={[...points]} {...CHART} {...size}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="start" tickFormatter={(start: string) => tickLabel(start, interval, from)} {...TIME_AXIS} />
        <YAxis {...CLICKS_AXIS} />
        <Tooltip {...TOOLTIP} content={(props) => <PointTooltip {...props} marks={marks} />} />
        {lines.before && (
          <Line
            {...CURVE}
            dataKey="before"
            stroke="var(--color-line-strong)"
            strokeOpacity={0.7}
            strokeWidth={1.5}
            activeDot={false}
          />
        )}
        <Area {...CLICKS} dataKey="finished" fillOpacity={0.12} dot={isSingle} activeDot={ACTIVE_DOT} />
        <Area
          {...CLICKS}
          dataKey="unfinished"
          fillOpacity={0.05}
          strokeDasharray="4 4"
          dot={isSingle}
          activeDot={ACTIVE_DOT}
        />
        {lines.visitors && (
          <Line
            {...CURVE}
            dataKey="visitors"
            stroke="var(--color-ink)"
            strokeWidth={1.5}
            strokeOpacity={0.75}
            activeDot={false}
          />
        )}
        {[...marks.keys()].map((start) => (
          <ReferenceLine key={start} x={start} stroke="var(--color-muted)" strokeDasharray="2 3" label={<MarkDot />} />
        ))}
      </ComposedChart>
    </div>
  );
}

/** A ring at the top of a line that marks a change. A dot would look like a value. */
function MarkDot({ viewBox }: { viewBox?: { x?: number; y?: number } }) {
  return (
    <circle
      cx={viewBox?.x}
      cy={viewBox?.y}
      r={3.5}
      fill="var(--color-surface)"
      stroke="var(--color-muted)"
      strokeWidth={1.5}
    />
  );
}

type PointTooltipProps = {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
  marks: ReadonlyMap<string, readonly UrlMark[]>;
};

function PointTooltip({ active, payload, marks }: PointTooltipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point || !hasBegun(point)) return null;
  return (
    <div className={cn("max-w-64", TOOLTIP_CLASS)}>
      <p className="text-muted">{point.label}</p>
      <p className="font-medium text-ink tabular-nums">{plural(point.clicks, "click")}</p>
      {point.visitors !== null && <p className="text-ink tabular-nums">{plural(point.visitors, "visitor")}</p>}
      {point.before !== null && (
        <p className="text-muted tabular-nums">{`${formatCount(point.before)} in the previous period`}</p>
      )}
      {marks.get(point.start)?.map((mark) => (
        <p key={`${mark.id}-${mark.kind}`} className="text-ink [overflow-wrap:anywhere]">
          {markLabel(mark)}
        </p>
      ))}
    </div>
  );
}
