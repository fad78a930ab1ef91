import type { ReactNode } from "react";
import { formatShare, shareOf } from "@/components/analytics/breakdown";
import type { Days } from "@/components/stats/stats-address";
import { formatDays } from "@/components/stats/stats-text";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { fittingSize } from "@/components/ui/fitting-size";
import { Skeleton } from "@/components/ui/skeleton";
import { changeColour } from "@/components/ui/text/change-colour";
import { changeText, formatCount } from "@/lib/format";
import type { Stats } from "@/lib/stats/types";

type StatFiguresProps = {
  /** Undefined while they load. */
  stats: Stats | undefined;
  /** Whether visitors are summed over several links. */
  isSum: boolean;
};

/** The totals of a period, each compared with the period before; bots separately. */
export function StatFigures({ stats, isSum }: StatFiguresProps) {
  const before = stats?.before ?? null;
  return (
    <Card aria-label="Totals" data-keep-together>
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4 print:grid-cols-4">
        <Figure term="Clicks" value={stats?.clicks} before={before?.clicks} days={before} />
        <Figure
          term="Unique visitors"
          note={isSum ? "Summed over links and days" : "Counted once per day"}
          value={stats?.visitors}
          before={before?.visitors}
          days={before}
        />
        <Figure
          term="QR scans"
          note={stats && stats.clicks > 0 && `${formatShare(shareOf(stats.scans, stats.clicks))} of clicks`}
          value={stats?.scans}
          before={before?.scans}
          days={before}
        />
        <Figure term="Bots" note="Excluded from all other numbers" value={stats?.bots} days={before} />
      </dl>
    </Card>
  );
}

type FigureProps = {
  term: string;
  note?: ReactNode;
  value: number | undefined;
  before?: number;
  /** Days of the period before. */
  days: Days | null;
};

function Figure({ term, note, value, before, days }: FigureProps) {
  return (
    <div className="@container bg-surface px-4 py-3.5 sm:px-5">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="mt-1 flex min-h-8 flex-wrap items-baseline gap-x-2.5 font-semibold text-ink leading-8 tabular-nums tracking-[-0.02em]">
        {value === undefined ? <Skeleton className="h-7 w-20" /> : <Total text={formatCount(value)} />}
        {value !== undefined && before !== undefined && days && <Change now={value} before={before} days={days} />}
      </dd>
      <dd className="mt-0.5 min-h-4 text-muted text-xs">{note}</dd>
    </div>
  );
}

function Total({ text }: { text: string }) {
  return <span style={fittingSize(text)}>{text}</span>;
}

type ChangeProps = { now: number; before: number; days: Days };

function Change({ now, before, days }: ChangeProps) {
  const text = changeText(now, before);
  const title = `${formatCount(before)} in the previous period, ${formatDays(days)}`;
  if (text === null) return null;
  return (
    <span title={title} className={cn("font-medium text-sm tracking-normal", changeColour(text))}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">
        {text} on {title}
      </span>
    </span>
  );
}
