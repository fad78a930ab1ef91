"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { analyticsAddress, type ShownPeriod, type Tab } from "@/components/analytics/analytics-address";
import { globalAnalyticsQuery, periodTopUrlsQuery } from "@/components/analytics/analytics-queries";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { AnalyticsToolbar } from "@/components/analytics/analytics-toolbar";
import {
  accessShares,
  DAILY_ACTIVITY_DAYS,
  daysOf,
  daysUntilToday,
  deviceShares,
  TOP_ENTRIES,
} from "@/components/analytics/breakdown";
import { BreakdownTabs } from "@/components/analytics/breakdown-tabs";
import { ClicksOverTime } from "@/components/analytics/clicks-over-time";
import { DailyActivity } from "@/components/analytics/daily-activity";
import { SplitCard } from "@/components/analytics/split-card";
import { TopLinks } from "@/components/analytics/top-links";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import type { Breakdown } from "@/lib/analytics/types";

/** The clicks of all links within a period, updated live. */
export function AnalyticsView() {
  const [view, setView] = useAddressState(analyticsAddress);
  const { period, tab } = view;
  const analytics = useQuery(globalAnalyticsQuery(period));
  // 'Daily Activity' always shows the last 7 days (spec section 2).
  const week = useQuery(globalAnalyticsQuery("week"));
  const queries = period === "week" ? [analytics] : [analytics, week];
  const hasFailed = queries.some(({ isError }) => isError);
  const retrying = queries.some(({ isFetching }) => isFetching);
  const data = analytics.data && week.data && { breakdown: analytics.data, week: week.data };
  // Shown below, but kept current from here, since it isn't shown while there are no clicks.
  const top = useQuery(periodTopUrlsQuery(period, TOP_ENTRIES));
  const onRetry = () => [...queries, top].forEach((query) => void query.refetch());
  const live = useLiveAnalytics(onRetry);
  return (
    <>
      <AnalyticsToolbar
        period={period}
        onPeriod={(chosen) => setView({ ...view, period: chosen })}
        breakdown={analytics.data}
        hasFailed={hasFailed}
        live={live}
      />
      {!data && !hasFailed && <AnalyticsSkeleton />}
      {!data && hasFailed && (
        <Card aria-label="Analytics">
          <ListFailed title="Failed to fetch analytics" onRetry={onRetry} retrying={retrying} />
        </Card>
      )}
      {data && hasFailed && (
        <Card aria-label="Notice">
          <ListOutdated onRetry={onRetry} retrying={retrying} />
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
      <BreakdownTabs breakdown={breakdown} period={period} tab={tab} onTab={onTab} />
      {days.length > DAILY_ACTIVITY_DAYS && <ClicksOverTime days={days} />}
      <div className="grid gap-4 lg:grid-cols-3">
        <TopLinks period={period} />
        <DailyActivity days={lastDays.slice(-DAILY_ACTIVITY_DAYS)} />
        <div className="grid min-w-0 gap-4">
          <SplitCard title="QR Code vs URL Access" shares={accessShares(breakdown)} />
          <SplitCard title="Device Breakdown" shares={deviceShares(breakdown)} />
        </div>
      </div>
    </>
  );
}
