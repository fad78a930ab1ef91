"use client";

import type { ReactNode } from "react";
import { LiveDot } from "@/components/analytics/live-dot";
import type { LiveState } from "@/components/analytics/use-live-analytics";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyValue } from "@/components/ui/text/empty-value";
import type { Breakdown } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";

/** On phones, two periods share a line. */
export function AnalyticsToolbarSkeleton() {
  return (
    <AnalyticsBar>
      <Skeleton className="h-[106px] pointer-coarse:h-[130px] w-full sm:h-[38px] sm:pointer-coarse:h-[46px] sm:w-[400px]" />
      <AnalyticsSums live="waiting" />
      <Skeleton className="h-9 pointer-coarse:h-11 w-full sm:ml-auto sm:w-[129px]" />
    </AnalyticsBar>
  );
}

/** The sums are below everything else, except on phones. */
export function AnalyticsBar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-6 gap-y-4">{children}</div>;
}

type SumsProps = { breakdown?: Breakdown; hasFailed?: boolean; live: LiveState };

export function AnalyticsSums({ breakdown, hasFailed = false, live }: SumsProps) {
  return (
    <dl className="flex w-full flex-wrap items-center gap-x-5 gap-y-2 text-base tabular-nums sm:order-last">
      <div className="flex items-center gap-2 rounded-full bg-accent-soft px-3 py-1 font-medium text-accent-text">
        <dt className="flex items-center gap-2">
          <LiveDot state={live} />
          Total Clicks
        </dt>
        <dd>
          <Figure value={breakdown?.totalClicks} unknown={hasFailed} />
        </dd>
      </div>
      <Sum
        label="Unique visitors"
        note="counted once per day, across all links"
        value={breakdown?.uniqueVisitors}
        unknown={hasFailed}
      />
      <Sum label="Bots excluded" value={breakdown?.botClicks} unknown={hasFailed} />
    </dl>
  );
}

type FigureProps = { value: number | undefined; unknown: boolean };

function Sum({ label, note, ...figure }: FigureProps & { label: string; note?: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium text-ink">
        <Figure {...figure} />
      </dd>
      {note && <dd className="text-muted text-sm">{note}</dd>}
    </div>
  );
}

function Figure({ value, unknown }: FigureProps) {
  if (value !== undefined) return <span>{formatCount(value)}</span>;
  if (unknown) return <EmptyValue label="unknown" />;
  return <Skeleton className="inline-block h-4 w-10 align-middle" />;
}
