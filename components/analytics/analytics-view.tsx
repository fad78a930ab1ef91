"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { AnalyticsToolbar } from "@/components/analytics/analytics-toolbar";
import { accessShares, DAILY_ACTIVITY_DAYS, daysOf, deviceShares } from "@/components/analytics/breakdown";
import { BreakdownTabs } from "@/components/analytics/breakdown-tabs";
import { ClicksOverTime } from "@/components/analytics/clicks-over-time";
import { DailyActivity } from "@/components/analytics/daily-activity";
import { SplitCard } from "@/components/analytics/split-card";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { usePeriod } from "@/components/analytics/use-period";
import { globalAnalyticsQuery } from "@/components/data/query-options";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import type { Breakdown } from "@/lib/analytics/types";

/** The clicks of all links within a period, and as they come. */
export function AnalyticsView() {
  const [period, setPeriod] = usePeriod();
  const analytics = useQuery(globalAnalyticsQuery(period));
  // 'Daily Activity' shows the last 7 days whatever the period (spec section 2).
  const week = useQuery(globalAnalyticsQuery("week"));
  const queries = period === "week" ? [analytics] : [analytics, week];
  const hasFailed = queries.some(({ isError }) => isError);
  const retrying = queries.some(({ isFetching }) => isFetching);
  const data = analytics.data && week.data && { breakdown: analytics.data, week: week.data };
  const onRetry = () => queries.forEach((query) => void query.refetch());
  const live = useLiveAnalytics(onRetry);
  return (
    <>
      <AnalyticsToolbar
        period={period}
        onPeriod={setPeriod}
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
      {data && <Numbers {...data} />}
    </>
  );
}

function Numbers({ breakdown, week }: { breakdown: Breakdown; week: Breakdown }) {
  if (breakdown.totalClicks === 0) {
    return (
      <Card aria-label="Analytics">
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No clicks in this period"
          description="As soon as somebody follows a short URL, it will be counted here."
        />
      </Card>
    );
  }
  const days = daysOf(breakdown.dailyClicks);
  return (
    <>
      <BreakdownTabs breakdown={breakdown} />
      {days.length > DAILY_ACTIVITY_DAYS && <ClicksOverTime days={days} />}
      <div className="grid gap-4 lg:grid-cols-3">
        <DailyActivity days={daysOf(week.dailyClicks).slice(-DAILY_ACTIVITY_DAYS)} />
        <SplitCard title="QR Code vs URL Access" shares={accessShares(breakdown)} />
        <SplitCard title="Device Breakdown" shares={deviceShares(breakdown)} />
      </div>
    </>
  );
}
