import { type Day, formatWeekday } from "@/components/analytics/breakdown";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { formatCount } from "@/lib/format";

export const TODAY_NOTE = "Dashed: today so far";

/** Between oklch colours, Firefox draws repeating gradients in srgb only. */
const DASHED = "bg-[repeating-linear-gradient(90deg_in_srgb,var(--color-accent)_0_4px,transparent_4px_7px)]";

/** Clicks per day, newest first. */
export function DailyActivity({ days }: { days: readonly Day[] }) {
  const widest = Math.max(...days.map(({ count }) => formatCount(count).length));
  const max = Math.max(1, ...days.map(({ count }) => count));
  return (
    <Panel title="Daily Activity" footer={TODAY_NOTE}>
      <ul className="grid gap-2.5 px-4 py-4 sm:px-5">
        {[...days].reverse().map(({ date, count, isUnfinished }) => (
          <li
            key={date}
            className="grid items-center gap-3 text-base"
            style={{ gridTemplateColumns: `6rem minmax(0,1fr) max(4rem,${widest}ch)` }}
          >
            <time dateTime={date} className="text-muted text-sm tabular-nums">
              {formatWeekday(date)}
              {isUnfinished && <span className="sr-only">, so far</span>}
            </time>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
              <div
                className={cn("h-full rounded-full", isUnfinished ? DASHED : "bg-accent")}
                style={{ width: `${((count / max) * 100).toFixed(2)}%` }}
              />
            </div>
            <span className="text-right font-medium text-ink tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
