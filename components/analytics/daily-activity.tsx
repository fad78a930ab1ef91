import { type Day, formatWeekday } from "@/components/analytics/breakdown";
import { Bar } from "@/components/analytics/share-list";
import { Panel } from "@/components/ui/panel";
import { formatCount } from "@/lib/format";

export const TODAY_NOTE = "Dashed: today so far";

/** Clicks per day, newest first. */
export function DailyActivity({ days }: { days: readonly Day[] }) {
  const max = Math.max(1, ...days.map(({ count }) => count));
  return (
    <Panel title="Daily Activity" footer={TODAY_NOTE}>
      <ul className="grid gap-2.5 px-4 py-4 sm:px-5">
        {[...days].reverse().map(({ date, count, isUnfinished }) => (
          <li key={date} className="grid grid-cols-[6rem_minmax(0,1fr)_4rem] items-center gap-3 text-base">
            <time dateTime={date} className="text-muted text-sm tabular-nums">
              {formatWeekday(date)}
              {isUnfinished && <span className="sr-only">, so far</span>}
            </time>
            <Bar share={count / max} variant={isUnfinished ? "dashed" : "solid"} />
            <span className="text-right font-medium text-ink tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
