import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { type Day, dayLabel, formatShortDay } from "@/components/analytics/breakdown";
import { CHART, CLICKS_AXIS, GRID, TIME_AXIS, TOOLTIP, TOOLTIP_CLASS } from "@/components/analytics/chart-frame";
import { useChartSize } from "@/components/analytics/use-chart-size";
import { plural } from "@/lib/format";

/** Never overshoots: between two days, it stays between their values. */
const AREA = {
  type: "monotone",
  stroke: "var(--accent)",
  strokeWidth: 2,
  fill: "var(--accent)",
  activeDot: { r: 4, stroke: "var(--surface)", strokeWidth: 2 },
  isAnimationActive: false,
} as const;

export function ClicksChart({ days }: { days: readonly Day[] }) {
  const size = useChartSize();
  return (
    <div aria-hidden className="h-full">
      <AreaChart data={toPoints(days)} {...CHART} {...size}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="date" tickFormatter={formatShortDay} {...TIME_AXIS} />
        <YAxis {...CLICKS_AXIS} />
        <Tooltip {...TOOLTIP} content={DayTooltip} />
        <Area {...AREA} dataKey="finished" fillOpacity={0.12} />
        <Area {...AREA} dataKey="unfinished" fillOpacity={0.05} strokeDasharray="4 4" />
      </AreaChart>
    </div>
  );
}

type Point = Day & { finished: number | null; unfinished: number | null };

/** The line is dashed from the last finished day to the unfinished one. */
function toPoints(days: readonly Day[]): Point[] {
  return days.map((day, index) => ({
    ...day,
    finished: day.isUnfinished ? null : day.count,
    unfinished: day.isUnfinished || days[index + 1]?.isUnfinished ? day.count : null,
  }));
}

type DayTooltipProps = { active?: boolean; payload?: readonly { payload?: Day }[] };

function DayTooltip({ active, payload }: DayTooltipProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day) return null;
  return (
    <div className={TOOLTIP_CLASS}>
      <p className="text-muted">{dayLabel(day)}</p>
      <p className="font-medium text-ink tabular-nums">{plural(day.count, "click")}</p>
    </div>
  );
}
