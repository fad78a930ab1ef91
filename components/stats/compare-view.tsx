"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useAddressState } from "@/components/data/use-address-state";
import { AddLink } from "@/components/stats/add-link";
import { ChartCard } from "@/components/stats/chart-card";
import { SeriesTable } from "@/components/stats/chart-table";
import { type CompareState, compareAddress } from "@/components/stats/compare-address";
import { CompareFailed } from "@/components/stats/compare-failed";
import { RangePicker } from "@/components/stats/range-picker";
import { toComparedSeries } from "@/components/stats/series";
import { compareCaption, compareChartText, compareText } from "@/components/stats/series-looks";
import { compareQuery, toCompareSearch } from "@/components/stats/stats-queries";
import { StatsStatus } from "@/components/stats/stats-status";
import { periodText } from "@/components/stats/stats-text";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Deferred } from "@/components/ui/deferred";
import { EmptyState } from "@/components/ui/empty-state";
import { PanelSkeleton } from "@/components/ui/panel";
import { toListFailure } from "@/components/ui/table/list-states";
import { paths } from "@/lib/paths";
import { type ComparedUrl, MAX_COMPARED } from "@/lib/stats/types";

/** Loaded on demand: tables and the chart library are larger than the rest of the page. */
const CompareTable = lazyPart(() => import("@/components/stats/compare-table").then((file) => file.CompareTable));
const CompareChart = lazyPart(() => import("@/components/stats/compare-chart").then((file) => file.CompareChart));

/** Up to five links in one chart and one table. */
export function CompareView() {
  const [state, setState] = useAddressState(compareAddress);
  const { ids } = state;
  const query = useQuery({
    ...compareQuery(ids, state),
    enabled: ids.length > 0,
    placeholderData: ids.length > 0 ? keepPreviousData : undefined,
  });
  const urls = ids.length > 0 ? query.data : undefined;
  const failure = toListFailure("These links could not be compared", query);
  const shown = urls?.[0]?.stats;
  return (
    <>
      <StatsStatus
        view={toCompareSearch(ids, state)}
        text={urls && !query.isPlaceholderData ? compareText(urls) : null}
      />
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-3" data-no-print>
          <RangePicker
            range={state.range}
            onChange={(range) => setState({ ...state, range, interval: null })}
            shown={shown}
          />
          {ids.length < MAX_COMPARED && <AddLink ids={ids} onAdd={(id) => setState({ ...state, ids: [...ids, id] })} />}
        </div>
        {shown && (
          <p className={cn("text-muted text-sm tabular-nums", query.isPlaceholderData && "invisible")}>
            {periodText(state, shown)}
          </p>
        )}
      </div>
      {ids.length === 0 && (
        <Card aria-label="Comparison">
          <EmptyState
            icon={ChartLine}
            title="No links to compare"
            description="Add up to five links to see them side by side."
          />
        </Card>
      )}
      {ids.length > 0 && !urls && failure && (
        <Card aria-label="Comparison">
          <CompareFailed error={query.error} failure={failure} onStartOver={() => setState({ ...state, ids: [] })} />
        </Card>
      )}
      {ids.length > 0 && !urls && !failure && <PanelSkeleton title="Clicks Over Time" />}
      {urls && <Comparison urls={urls} state={state} onState={setState} isBusy={query.isPlaceholderData} />}
    </>
  );
}

type ComparisonProps = {
  urls: readonly ComparedUrl[];
  state: CompareState;
  onState: (state: CompareState) => void;
  isBusy: boolean;
};

function Comparison({ urls, state, onState, isBusy }: ComparisonProps) {
  const series = toComparedSeries(urls, Date.now());
  return (
    <div aria-busy={isBusy || undefined} className={cn("grid gap-4 transition-opacity", isBusy && "opacity-60")}>
      <ChartCard
        description={compareChartText(urls)}
        chart={urls[0] && <CompareChart urls={series} stats={urls[0].stats} />}
        table={
          <SeriesTable
            points={series[0]?.points ?? []}
            columns={series.map(({ id, shortCode, points }) => ({
              id,
              title: (
                <span translate="no" className="font-mono">
                  {shortCode}
                </span>
              ),
              values: points.map(({ clicks }) => clicks),
            }))}
          />
        }
        frameClass="h-80"
        actionClass="self-center"
        caption={compareCaption(urls)}
        csv={`${paths.api.compareUrlsExport}?${toCompareSearch(state.ids, state)}`}
      />
      <Deferred fallback={<PanelSkeleton title="Totals" />}>
        <CompareTable
          urls={urls}
          range={state.range}
          onRemove={(id) => onState({ ...state, ids: state.ids.filter((other) => other !== id) })}
        />
      </Deferred>
    </div>
  );
}
