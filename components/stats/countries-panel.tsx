"use client";

import { BreakdownCard, type BreakdownCardProps } from "@/components/stats/breakdown-card";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Deferred } from "@/components/ui/deferred";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";

/** Loaded on demand, after the numbers. */
const WorldMap = lazyPart(() => import("@/components/stats/world-map").then((file) => file.WorldMap));

/** The countries as a map, and as a list with the same contents and functions. */
export function CountriesPanel(props: Omit<BreakdownCardProps, "by">) {
  const { values, total, filters, onFilter } = props;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel title="Clicks by Country">
        {/* The map is hidden from screen readers. */}
        <p className="sr-only">Map. The list “Countries” has the same numbers.</p>
        <div className="aspect-[800/376] px-4 py-3">
          <Deferred fallback={<Skeleton className="h-full rounded-lg" />}>
            <WorldMap countries={values} total={total} filters={filters} onFilter={onFilter} />
          </Deferred>
        </div>
      </Panel>
      <BreakdownCard {...props} by="country" />
    </div>
  );
}
