"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { ShownPeriod } from "@/components/analytics/analytics-address";
import { toPeriodSearch } from "@/components/analytics/analytics-queries";
import { PERIOD_LABELS } from "@/components/analytics/breakdown";
import { LiveDot } from "@/components/analytics/live-dot";
import type { LiveState } from "@/components/analytics/use-live-analytics";
import { DownloadLink } from "@/components/data/download-link";
import { DaysPicker } from "@/components/stats/days-picker";
import type { Days } from "@/components/stats/stats-address";
import { periodLabel } from "@/components/stats/stats-text";
import { buttonClass } from "@/components/ui/button";
import { EmptyValue } from "@/components/ui/empty-value";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import { type Breakdown, PERIODS } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";

const DATES = "dates";
const PERIOD_OPTIONS = [
  ...PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] })),
  { value: DATES, label: "Dates" },
] as const;

type AnalyticsToolbarProps = {
  period: ShownPeriod;
  onPeriod: (period: ShownPeriod) => void;
  breakdown: Breakdown | undefined;
  /** Whether the totals could not be loaded. */
  hasFailed: boolean;
  live: LiveState;
};

/** Period, totals and CSV export. */
export function AnalyticsToolbar({ period, onPeriod, breakdown, hasFailed, live }: AnalyticsToolbarProps) {
  return (
    <Bar>
      <div data-no-print className="w-full sm:w-auto">
        <SegmentedControl
          label="Period"
          value={typeof period === "object" ? DATES : period}
          onChange={(value) => onPeriod(value === DATES ? shownDays(breakdown) : value)}
          options={PERIOD_OPTIONS}
        />
      </div>
      <p className="hidden w-full text-muted print:block">{periodLabel(period)}</p>
      {typeof period === "object" && <DaysPicker days={period} onChange={onPeriod} />}
      <Sums breakdown={breakdown} hasFailed={hasFailed} live={live} />
      <DownloadLink
        className={buttonClass({ variant: "secondary", className: "w-full sm:w-auto" })}
        href={`${paths.api.analyticsExport}?${toPeriodSearch(period)}`}
        isSlow
        data-no-print
      >
        <Download aria-hidden className="size-4" strokeWidth={1.75} />
        Export CSV
      </DownloadLink>
    </Bar>
  );
}

/** The days of the period that is shown, or today. */
function shownDays(breakdown: Breakdown | undefined): Days {
  const days = Object.keys(breakdown?.dailyClicks ?? {}).sort();
  const today = new Date().toISOString().slice(0, 10);
  return { from: days[0] ?? today, to: days.at(-1) ?? today };
}

/** On phones, two periods share a line. */
export function AnalyticsToolbarSkeleton() {
  return (
    <Bar>
      <Skeleton className="h-[106px] pointer-coarse:h-[130px] w-full sm:h-[38px] sm:pointer-coarse:h-[46px] sm:w-[400px]" />
      <Sums live="waiting" />
      <Skeleton className="h-9 pointer-coarse:h-11 w-full sm:w-[129px]" />
    </Bar>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">{children}</div>;
}

type SumsProps = { breakdown?: Breakdown; hasFailed?: boolean; live: LiveState };

function Sums({ breakdown, hasFailed = false, live }: SumsProps) {
  return (
    <dl className="flex flex-wrap items-center gap-x-5 gap-y-2 text-base tabular-nums">
      <div className="flex items-center gap-2 rounded-full bg-accent-soft px-3 py-1 font-medium text-accent-text">
        <dt className="flex items-center gap-2">
          <LiveDot state={live} />
          Total Clicks
        </dt>
        <dd>
          <Figure value={breakdown?.totalClicks} unknown={hasFailed} />
        </dd>
      </div>
      <Sum label="Unique visitors" value={breakdown?.uniqueVisitors} unknown={hasFailed} />
      <Sum label="Bots excluded" value={breakdown?.botClicks} unknown={hasFailed} />
    </dl>
  );
}

type FigureProps = { value: number | undefined; unknown: boolean };

function Sum({ label, ...figure }: FigureProps & { label: string }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium text-ink">
        <Figure {...figure} />
      </dd>
    </div>
  );
}

function Figure({ value, unknown }: FigureProps) {
  if (value !== undefined) return formatCount(value);
  if (unknown) return <EmptyValue label="unknown" />;
  return <Skeleton className="inline-block h-4 w-10 align-middle" />;
}
