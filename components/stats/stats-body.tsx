import type { UseQueryResult } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { LiveDot } from "@/components/analytics/live-dot";
import type { LiveState } from "@/components/analytics/use-live-analytics";
import { ChartPanel } from "@/components/stats/chart-panel";
import { FilterChips } from "@/components/stats/filter-chips";
import { RangePicker } from "@/components/stats/range-picker";
import { StatFigures } from "@/components/stats/stat-figures";
import { type StatsView, toggleFilter, toStatsSearch } from "@/components/stats/stats-address";
import { StatsCards } from "@/components/stats/stats-cards";
import { type StatsScope, statsCalls } from "@/components/stats/stats-queries";
import { StatsSkeleton } from "@/components/stats/stats-skeleton";
import { StatsStatus } from "@/components/stats/stats-status";
import { chartCaption, periodText, statsText } from "@/components/stats/stats-text";
import { IconButton } from "@/components/ui/button/icon-button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { type FindNext, useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { ListFailed, type ListFailure, ListOutdated, toListFailure } from "@/components/ui/table/list-states";
import type { Stats, UrlMarks } from "@/lib/stats/types";

type StatsBodyProps = {
  scope: StatsScope;
  /** Heading of the chart's image, and the beginning of its file name. */
  name: string;
  view: StatsView;
  onView: (view: StatsView) => void;
  query: UseQueryResult<Stats>;
  /** What the query returned, perhaps completed. */
  stats?: Stats;
  marks?: UrlMarks;
  live: LiveState;
  /** Shown instead of the numbers if there are none. */
  empty: ReactNode;
  /** Shown between the chart and the breakdowns. */
  children?: ReactNode;
};

/** The numbers of a period: totals, clicks over time and breakdowns. */
export function StatsBody({ scope, view, onView, query, stats = query.data, live, empty, ...content }: StatsBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const isSum = scope.kind !== "url";
  const failure = toListFailure("Failed to fetch analytics", query);
  const isEmpty = !query.isPlaceholderData && stats?.clicks === 0 && view.filters.length === 0;
  const state = stateOf(stats, failure, isEmpty);
  return (
    <>
      <StatsStatus view={toStatsSearch(view)} text={stats && !query.isPlaceholderData ? statsText(stats) : null} />
      <div className="grid gap-3">
        <div className="flex items-start justify-between gap-3 sm:flex-wrap" data-no-print>
          <RangePicker
            range={view.range}
            onChange={(range) => onView({ ...view, range, interval: null })}
            shown={stats}
          />
          <div className="flex items-center gap-2">
            <span className="flex items-center gap-2 text-muted text-sm">
              <LiveDot state={live} />
              <span aria-hidden>Live</span>
            </span>
            <IconButton icon={Printer} label="Print" variant="secondary" onClick={() => window.print()} />
          </div>
        </div>
        {stats && (
          <p className={cn("text-muted text-sm tabular-nums", query.isPlaceholderData && "invisible")}>
            {periodText(view, stats)}
          </p>
        )}
        <FilterChips filters={view.filters} onChange={(filters) => onView({ ...view, filters })} stats={stats} />
      </div>
      {stats && failure && (
        <Card aria-label="Notice">
          <ListOutdated {...failure} title="The statistics could not be refreshed" />
        </Card>
      )}
      <div ref={body} className="contents">
        <Shown key={state} isOutdated={query.isPlaceholderData} findNext={() => body.current?.querySelector("section")}>
          {state === "loading" && <StatsSkeleton isSum={isSum} />}
          {failure && state === "failed" && (
            <Card aria-label="Analytics">
              <ListFailed {...failure} />
            </Card>
          )}
          {state === "empty" && empty}
          {stats && state === "numbers" && (
            <Numbers {...content} stats={stats} scope={scope} view={view} onView={onView} />
          )}
        </Shown>
      </div>
    </>
  );
}

function stateOf(stats: Stats | undefined, failure: ListFailure | undefined, isEmpty: boolean) {
  if (!stats) return failure ? "failed" : "loading";
  return isEmpty ? "empty" : "numbers";
}

type ShownProps = { isOutdated: boolean; findNext: FindNext; children: ReactNode };

/** The numbers, or what there is instead of them. When one replaces the other, the focus moves on to it. */
function Shown({ isOutdated, findNext, children }: ShownProps) {
  const ref = useHandedFocus<HTMLDivElement>(findNext);
  return (
    <div
      ref={ref}
      aria-busy={isOutdated || undefined}
      className={cn("grid gap-4 transition-opacity", isOutdated && "opacity-60")}
    >
      {children}
    </div>
  );
}

type NumbersProps = Pick<StatsBodyProps, "scope" | "name" | "view" | "onView" | "marks" | "children"> & {
  stats: Stats;
};

const NO_MARKS: UrlMarks = { marks: [], omitted: 0 };

function Numbers({ scope, name, view, onView, marks = NO_MARKS, children, stats }: NumbersProps) {
  const isSum = scope.kind !== "url";
  const canFilter = !isSum && stats.filterableFrom !== null;
  const { filters } = view;
  return (
    <>
      <StatFigures stats={stats} isSum={isSum} />
      <ChartPanel
        stats={stats}
        marks={marks}
        hours={!isSum}
        onInterval={(interval) => onView({ ...view, interval })}
        caption={{ title: name, lines: chartCaption(stats), file: `${fileName(name)}-clicks` }}
        csv={`${statsCalls(scope).export}?${toStatsSearch(view)}`}
      />
      {children}
      <StatsCards
        stats={stats}
        filters={filters}
        onFilter={canFilter ? (filter) => onView({ ...view, filters: toggleFilter(filters, filter) }) : undefined}
      />
    </>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "");
}
