import { type Day, dayLabel } from "@/components/analytics/breakdown";
import { TODAY_NOTE } from "@/components/analytics/daily-activity";
import { SeriesRows } from "@/components/stats/chart-table";
import { linesOf, type Point } from "@/components/stats/series";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Deferred } from "@/components/ui/deferred";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";

/** Loaded on demand: the chart library is larger than the rest of the page. */
const StatsChart = lazyPart(() => import("@/components/stats/stats-chart").then((file) => file.StatsChart));

export function ClicksOverTime({ days }: { days: readonly Day[] }) {
  const points = toPoints(days);
  return (
    <Panel title="Clicks Over Time" footer={days.some(({ isUnfinished }) => isUnfinished) && TODAY_NOTE}>
      <div className="h-56 px-2 py-4 sm:px-4">
        <Deferred fallback={<Skeleton className="h-full rounded-lg" />}>
          <StatsChart points={points} interval="day" marks={new Map()} lines={linesOf(points)} />
        </Deferred>
      </div>
      <div className="sr-only">
        <SeriesRows
          points={points}
          columns={[{ id: "clicks", title: "Clicks", values: points.map(({ clicks }) => clicks) }]}
        />
      </div>
    </Panel>
  );
}

/** The line is dashed from the last finished day to the unfinished one. */
function toPoints(days: readonly Day[]): Point[] {
  return days.map((day, index) => ({
    ...{ start: day.date, label: dayLabel(day), clicks: day.count, visitors: null, before: null },
    finished: day.isUnfinished ? null : day.count,
    unfinished: day.isUnfinished || days[index + 1]?.isUnfinished ? day.count : null,
  }));
}
