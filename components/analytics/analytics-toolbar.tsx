"use client";

import { Download } from "lucide-react";
import { type ShownPeriod, toRange } from "@/components/analytics/analytics-address";
import { AnalyticsBar, AnalyticsSums } from "@/components/analytics/analytics-bar";
import { toPeriodSearch } from "@/components/analytics/analytics-queries";
import type { LiveState } from "@/components/analytics/use-live-analytics";
import { DownloadLink } from "@/components/data/download-link";
import { DaysPicker } from "@/components/stats/days-picker";
import type { Days } from "@/components/stats/stats-address";
import { rangeLabel } from "@/components/stats/stats-text";
import { buttonClass } from "@/components/ui/button/button-class";
import { SegmentedControl } from "@/components/ui/form/segmented-control";
import type { Breakdown } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";
import { PERIOD_RANGES, PERIODS } from "@/lib/stats/types";

const DATES = "dates";
const PERIOD_OPTIONS = [
  ...PERIODS.map((value) => ({ value, label: rangeLabel(PERIOD_RANGES[value]) })),
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
    <AnalyticsBar>
      <div data-no-print className="w-full sm:w-auto">
        <SegmentedControl
          label="Period"
          value={typeof period === "object" ? DATES : period}
          onChange={(value) => onPeriod(value === DATES ? shownDays(breakdown) : value)}
          options={PERIOD_OPTIONS}
        />
      </div>
      <p className="hidden w-full text-muted print:block">{rangeLabel(toRange(period))}</p>
      {typeof period === "object" && <DaysPicker days={period} onChange={onPeriod} />}
      <AnalyticsSums breakdown={breakdown} hasFailed={hasFailed} live={live} />
      <DownloadLink
        className={buttonClass({ variant: "secondary", className: "w-full sm:ml-auto sm:w-auto" })}
        href={`${paths.api.analyticsExport}?${toPeriodSearch(period)}`}
        isSlow
        data-no-print
      >
        <Download aria-hidden className="size-4" strokeWidth={1.75} />
        Export CSV
      </DownloadLink>
    </AnalyticsBar>
  );
}

/** The days of the period that is shown, or today. */
function shownDays(breakdown: Breakdown | undefined): Days {
  const days = Object.keys(breakdown?.dailyClicks ?? {}).sort();
  const today = new Date().toISOString().slice(0, 10);
  return { from: days[0] ?? today, to: days.at(-1) ?? today };
}
