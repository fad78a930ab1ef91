"use client";

import type { ComponentProps } from "react";
import { ChartCard } from "@/components/stats/chart-card";
import { intervalsFor, type Lines, linesOf, marksByStart, toPoints } from "@/components/stats/series";
import { INTERVAL_LABELS } from "@/components/stats/stats-text";
import { lazyPart } from "@/components/ui/button/on-demand";
import { FilterSelect } from "@/components/ui/table/filter-select";
import { plural } from "@/lib/format";
import type { Interval, Stats, UrlMarks } from "@/lib/stats/types";

/** Loaded on demand: the chart library is larger than the rest of the page. */
const StatsChart = lazyPart(() => import("@/components/stats/stats-chart").then((file) => file.StatsChart));
const ChartTable = lazyPart(() => import("@/components/stats/chart-table").then((file) => file.ChartTable));

type ChartPanelProps = Pick<ComponentProps<typeof ChartCard>, "caption" | "csv"> & {
  stats: Stats;
  marks: UrlMarks;
  /** Whether hours are available, which is only the case for single links. */
  hours: boolean;
  /** Undefined if the interval can't be changed. */
  onInterval: ((interval: Interval) => void) | undefined;
};

/** Clicks and visitors over time, as a chart or as a table. */
export function ChartPanel({ stats, marks, hours, onInterval, ...download }: ChartPanelProps) {
  const points = toPoints(stats, Date.now());
  const lines = linesOf(points);
  const marked = marksByStart(stats, marks.marks);
  const options = intervalsFor(stats, { hours }).map((value) => ({ value, label: INTERVAL_LABELS[value] }));
  return (
    <ChartCard
      {...download}
      description={`Chart of ${plural(stats.clicks, "click")} by ${stats.interval}. “Show as table” lists the values.`}
      chart={<StatsChart points={points} interval={stats.interval} from={stats.from} marks={marked} lines={lines} />}
      table={<ChartTable points={points} marks={marked} />}
      frameClass="h-72 print:h-60"
      controls={
        onInterval &&
        options.length > 1 && (
          <FilterSelect
            label="Interval"
            value={stats.interval}
            onChange={onInterval}
            options={options}
            className="w-22 sm:w-26"
          />
        )
      }
      footer={<Legend lines={lines} hasMarks={marked.size > 0} omittedMarks={marks.omitted} />}
    />
  );
}

function Legend({ lines, hasMarks, omittedMarks }: { lines: Lines; hasMarks: boolean; omittedMarks: number }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      <Key className="border-accent border-t-2">Clicks</Key>
      {lines.visitors && <Key className="border-ink border-t">Unique visitors</Key>}
      {lines.before && <Key className="border-line-strong border-t">Clicks in the previous period</Key>}
      {hasMarks && <Key className="border-muted border-t border-dashed">Change to the link</Key>}
      {lines.unfinished && <Key className="border-accent border-t-2 border-dashed">So far</Key>}
      {omittedMarks > 0 && <li>{`${plural(omittedMarks, "older change")} not marked`}</li>}
    </ul>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`w-4 ${className}`} />
      {children}
    </li>
  );
}
