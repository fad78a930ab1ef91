import { type Day, dayLabel } from "@/components/analytics/breakdown";
import { TODAY_NOTE } from "@/components/analytics/daily-activity";
import { Deferred } from "@/components/ui/deferred";
import { lazyPart } from "@/components/ui/on-demand";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format";

/** Loaded on demand: the chart library is larger than the rest of the page. */
const ClicksChart = lazyPart(() => import("@/components/analytics/clicks-chart").then((file) => file.ClicksChart));

export function ClicksOverTime({ days }: { days: readonly Day[] }) {
  return (
    <Panel title="Clicks Over Time" footer={days.some(({ isUnfinished }) => isUnfinished) && TODAY_NOTE}>
      <div className="h-56 px-2 py-4 sm:px-4">
        <Deferred fallback={<Skeleton className="h-full rounded-lg" />}>
          <ClicksChart days={days} />
        </Deferred>
      </div>
      <div className="sr-only">
        <table>
          <caption>Clicks per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Clicks</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayLabel(day)}</th>
                <td>{formatCount(day.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
