"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { AllTopLinks, TOP_LINKS, TOP_LINKS_FAILED } from "@/components/analytics/all-top-links";
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
  formatShare,
  linkShares,
  type Share,
  TOP_ENTRIES,
  withOther,
} from "@/components/analytics/breakdown";
import { BreakdownTabs } from "@/components/analytics/breakdown-tabs";
import { ClicksOverTime } from "@/components/analytics/clicks-over-time";
import { DailyActivity } from "@/components/analytics/daily-activity";
import { ShareList } from "@/components/analytics/share-list";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import { periodLabel } from "@/components/stats/stats-text";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated, toListFailure } from "@/components/ui/list-faces";
import { Panel, PanelSkeleton } from "@/components/ui/panel";
import { type Breakdown, PERIOD_TOP_URLS_MAX } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";

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
  // Shown below, but queried here to stay current, since it isn't rendered while there are no clicks.
  const top = useQuery(periodTopUrlsQuery(period, TOP_ENTRIES));
  const live = useLiveAnalytics(() => [...queries, top].forEach((query) => void query.refetch()));
  return (
    <>
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
          <ListOutdated {...failure} title="The numbers could not be refreshed" />
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

/** The colours differ in lightness, for colour-blind users. */
const FILLS = ["bg-accent", "bg-accent/45", "bg-line-strong/60"];

/** The parts of a whole: one bar with a legend. */
function SplitCard({ title, shares }: { title: string; shares: readonly Share[] }) {
  const isEmpty = shares.every(({ count }) => count === 0);
  return (
    <Panel title={title}>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-pressed">
          {!isEmpty &&
            shares.map(({ key, share }, i) => (
              <div key={key} className={FILLS[i]} style={{ width: `${(share * 100).toFixed(2)}%` }} />
            ))}
        </div>
        <ul className="grid gap-2">
          {shares.map(({ key, label, count, share }, i) => (
            <li key={key} className="flex items-center gap-2.5 text-base">
              <span aria-hidden className={cn("size-2.5 rounded-[3px]", FILLS[i])} />
              <span className="min-w-0 flex-1 truncate text-ink">{label}</span>
              <span className="font-medium text-ink tabular-nums">{formatCount(count)}</span>
              <span className="w-13 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** The links with the most clicks in the period; each opens its analytics. */
function TopLinks({ period }: { period: ShownPeriod }) {
  const top = useQuery(periodTopUrlsQuery(period, TOP_ENTRIES));
  if (top.isPending) return <PanelSkeleton title={TOP_LINKS} />;
  const failure = toListFailure(TOP_LINKS_FAILED, top);
  const shown = top.data && withOther(linkShares(top.data), top.data.totalClicks);
  const hasMore = shown?.some(({ isOther }) => isOther) && (
    <AllTopLinks
      period={periodLabel(period)}
      total={top.data?.totalClicks ?? 0}
      query={periodTopUrlsQuery(period, PERIOD_TOP_URLS_MAX)}
    />
  );
  return (
    <Panel title={TOP_LINKS} action={hasMore}>
      {shown ? <ShareList shares={shown} /> : failure && <ListFailed {...failure} />}
    </Panel>
  );
}
