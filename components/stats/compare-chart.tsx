import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";
import { CHART, CLICKS_AXIS, GRID, TIME_AXIS, TOOLTIP, TOOLTIP_CLASS } from "@/components/stats/chart-frame";
import { type ComparedSeries, hasBegun, tickLabel } from "@/components/stats/series";
import { SERIES_LOOKS } from "@/components/stats/series-looks";
import { useChartSize } from "@/components/stats/use-chart-size";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format";
import type { Stats } from "@/lib/stats/types";

type CompareChartProps = { urls: readonly ComparedSeries[]; stats: Pick<Stats, "interval" | "from"> };

export function CompareChart({ urls, stats: { interval, from } }: CompareChartProps) {
  const size = useChartSize();
  const [first] = urls;
  if (!first) return null;
  const rows = first.points.map(({ start }, index) => ({
    start,
    ...Object.fromEntries(
      urls.flatMap(({ id, points }) => [
        [id, points[index]?.finished ?? null],
        [unfinishedOf(id), points[index]?.unfinished ?? null],
      ]),
    ),
  }));
  return (
    <div aria-hidden className="h-full">
      <LineChart data={rows} {...CHART} {...size}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="start" tickFormatter={(start: string) => tickLabel(start, interval, from)} {...TIME_AXIS} />
        <YAxis {...CLICKS_AXIS} />
        <Tooltip {...TOOLTIP} content={(props) => <RowTooltip {...props} urls={urls} />} />
        {urls.flatMap(({ id }, index) =>
          [id, unfinishedOf(id)].map((key) => (
            <Line
              key={key}
              type="monotone"
              dataKey={key}
              stroke={SERIES_LOOKS[index]?.colour}
              strokeDasharray={SERIES_LOOKS[index]?.dash}
              strokeOpacity={key === id ? 1 : UNFINISHED_OPACITY}
              strokeWidth={2}
              dot={rows.length === 1}
              isAnimationActive={false}
            />
          )),
        )}
      </LineChart>
    </div>
  );
}

/** Dashes distinguish the links, so the unfinished interval is paler instead. */
const UNFINISHED_OPACITY = 0.4;

function unfinishedOf(id: string): string {
  return `${id} unfinished`;
}

type RowTooltipProps = {
  active?: boolean;
  label?: string | number;
  urls: readonly ComparedSeries[];
};

function RowTooltip({ active, label, urls }: RowTooltipProps) {
  const index = urls[0]?.points.findIndex(({ start }) => start === label) ?? -1;
  const point = urls[0]?.points[index];
  if (!active || !point || !hasBegun(point)) return null;
  return (
    <div className={cn("max-w-72", TOOLTIP_CLASS)}>
      <p className="text-muted">{point.label}</p>
      <ul>
        {urls.map(({ id, shortCode, points }, seriesIndex) => (
          <li key={id} className="flex items-center gap-2 text-ink tabular-nums">
            <span aria-hidden className="h-0.5 w-3" style={{ background: SERIES_LOOKS[seriesIndex]?.colour }} />
            <span translate="no" className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
              {shortCode}
            </span>
            <span className="font-medium">{formatCount(points[index]?.clicks ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
