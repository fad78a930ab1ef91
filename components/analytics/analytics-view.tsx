"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { analyticsAddress, type ShownPeriod, type Tab, toRange } from "@/components/analytics/analytics-address";
import { globalAnalyticsQuery, periodTopUrlsQuery, toPeriodSearch } from "@/components/analytics/analytics-queries";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { AnalyticsToolbar } from "@/components/analytics/analytics-toolbar";
import {
  accessValues,
  DAILY_ACTIVITY_DAYS,
  daysOf,
  daysUntilToday,
  deviceValues,
  formatShare,
  shareOf,
  TOP_ENTRIES,
} from "@/components/analytics/breakdown";
import { BreakdownTabs } from "@/components/analytics/breakdown-tabs";
import { ClicksOverTime } from "@/components/analytics/clicks-over-time";
import { DailyActivity } from "@/components/analytics/daily-activity";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import type { Value } from "@/components/stats/shown-values";
import { StatsStatus } from "@/components/stats/stats-status";
import { rangeLabel } from "@/components/stats/stats-text";
import { TopLinksCard } from "@/components/stats/top-links-card";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { ListFailed, ListOutdated, toListFailure } from "@/components/ui/table/list-states";
import { type Breakdown, PERIOD_TOP_URLS_MAX } from "@/lib/analytics/types";
import { formatCount, plural } from "@/lib/format";
import { paths } from "@/lib/paths";

/** The clicks of all links within a period, updated live. */
export function AnalyticsView() {
  const [view, setView] = useAddressState(analyticsAddress);
  const { period, tab } = view;
  const analytics = useQuery(globalAnalyticsQuery(period));
  // 'Daily Activity' always shows the last 7 days (spec section 2).
  const week = useQuery(globalAnalyticsQuery("week"));
  const queries = period === "week" ? [analytics] : [analytics, week];
  const failure = toListFailure("Failed to fetch analytics", ...queries);
  const data = analytics.data && week.data && { breakdown: analytics.data, week: week.data };
  const client = useQueryClient();
  const live = useLiveAnalytics(() => {
    for (const query of queries) void query.refetch();
    void client.invalidateQueries({ queryKey: [paths.api.analyticsTopUrls] });
  });
  return (
    <>
      <StatsStatus
        view={String(toPeriodSearch(period))}
        text={data ? `${plural(data.breakdown.totalClicks, "click")}. ${rangeLabel(toRange(period))}` : null}
      />
      <AnalyticsToolbar
        period={period}
        onPeriod={(chosen) => setView({ ...view, period: chosen })}
        breakdown={analytics.data}
        hasFailed={failure !== undefined}
        live={live}
      />
      {!data && !failure && <AnalyticsSkeleton />}
      {!data && failure && (
        <Card aria-label="Analytics">
          <ListFailed {...failure} />
        </Card>
      )}
      {data && failure && (
        <Card aria-label="Notice">
          <ListOutdated {...failure} title="The statistics could not be refreshed" />
        </Card>
      )}
      {data && <Numbers {...data} period={period} tab={tab} onTab={(chosen) => setView({ ...view, tab: chosen })} />}
    </>
  );
}

type NumbersProps = {
  breakdown: Breakdown;
  week: Breakdown;
  period: ShownPeriod;
  tab: Tab;
  onTab: (tab: Tab) => void;
};

function Numbers({ breakdown, week, period, tab, onTab }: NumbersProps) {
  if (breakdown.totalClicks === 0) {
    return (
      <Card aria-label="Analytics">
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No clicks in this period"
          description="Clicks on your links will appear here."
        />
      </Card>
    );
  }
  const lastDays = daysUntilToday(week.dailyClicks);
  const days =
    typeof period === "object"
      ? daysOf(breakdown.dailyClicks, lastDays.at(-1)?.date)
      : daysUntilToday(breakdown.dailyClicks);
  return (
    <>
      <BreakdownTabs breakdown={breakdown} tab={tab} onTab={onTab} />
      {days.length > DAILY_ACTIVITY_DAYS && <ClicksOverTime days={days} />}
      <div className="grid gap-4 lg:grid-cols-3">
        <TopLinksCard
          range={toRange(period)}
          query={(limit) => periodTopUrlsQuery(period, limit)}
          first={TOP_ENTRIES}
          max={PERIOD_TOP_URLS_MAX}
        />
        <DailyActivity days={lastDays.slice(-DAILY_ACTIVITY_DAYS)} />
        <div className="grid min-w-0 gap-4">
          <SplitCard title="QR Code vs URL Access" values={accessValues(breakdown)} total={breakdown.totalClicks} />
          <SplitCard title="Device Breakdown" values={deviceValues(breakdown)} total={breakdown.totalClicks} />
        </div>
      </div>
    </>
  );
}

/** The colours differ in lightness, for colour-blind users. */
const FILLS = ["bg-accent", "bg-accent/45", "bg-line-strong/60"];

/** The parts of a whole: one bar with a legend. */
function SplitCard({ title, values, total }: { title: string; values: readonly Value[]; total: number }) {
  const isEmpty = values.every(({ clicks }) => clicks === 0);
  return (
    <Panel title={title}>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-pressed">
          {!isEmpty &&
            values.map(({ name, clicks }, i) => (
              <div key={name} className={FILLS[i]} style={{ width: `${(shareOf(clicks, total) * 100).toFixed(2)}%` }} />
            ))}
        </div>
        <ul className="grid gap-2">
          {values.map(({ name, clicks }, i) => (
            <li key={name} className="flex items-center gap-2.5 text-base">
              <span aria-hidden className={cn("size-2.5 rounded-[3px]", FILLS[i])} />
              <span className="min-w-0 flex-1 truncate text-ink">{name}</span>
              <span className="font-medium text-ink tabular-nums">{formatCount(clicks)}</span>
              <span className="w-13 text-right text-muted text-sm tabular-nums">
                {formatShare(shareOf(clicks, total))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
