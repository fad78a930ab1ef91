"use client";

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { CLICKS_AXIS, GRID, TIME_AXIS, TOOLTIP, TOOLTIP_CLASS } from "@/components/analytics/chart-frame";
import { intervalLabel, tickLabel } from "@/components/stats/series";
import { SERIES_LOOKS } from "@/components/stats/series-looks";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format";
import type { ComparedUrl, Interval } from "@/lib/stats/types";

/** A default export because `lazy` needs one. */
export default function CompareChart({ urls }: { urls: readonly ComparedUrl[] }) {
  const [first] = urls;
  if (!first) return null;
  const { interval, series } = first.stats;
  const rows = series.map(({ start }, index) => ({
    start,
    ...Object.fromEntries(urls.map(({ id, stats }) => [id, stats.series[index]?.clicks ?? 0])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={rows} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis dataKey="start" tickFormatter={(start: string) => tickLabel(start, interval)} {...TIME_AXIS} />
        <YAxis {...CLICKS_AXIS} width={48} />
        <Tooltip {...TOOLTIP} content={(props) => <RowTooltip {...props} urls={urls} interval={interval} />} />
        {urls.map(({ id }, index) => (
          <Line
            key={id}
            type="monotone"
            dataKey={id}
            stroke={SERIES_LOOKS[index]?.colour}
            strokeDasharray={SERIES_LOOKS[index]?.dash}
            strokeWidth={2}
            dot={rows.length === 1}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

type RowTooltipProps = {
  active?: boolean;
  label?: string | number | undefined;
  urls: readonly ComparedUrl[];
  interval: Interval;
};

function RowTooltip({ active, label, urls, interval }: RowTooltipProps) {
  const start = String(label ?? "");
  if (!active || !start) return null;
  return (
    <div className={cn("max-w-72", TOOLTIP_CLASS)}>
      <p className="text-muted">{intervalLabel({ start }, interval, false)}</p>
      <ul>
        {urls.map(({ id, shortCode, stats }, index) => (
          <li key={id} className="flex items-center gap-2 text-ink tabular-nums">
            <span aria-hidden className="h-0.5 w-3" style={{ background: SERIES_LOOKS[index]?.colour }} />
            <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">{shortCode}</span>
            <span className="font-medium">
              {formatCount(stats.series.find((item) => item.start === start)?.clicks ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
