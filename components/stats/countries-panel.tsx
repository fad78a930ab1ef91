"use client";

import { lazy, Suspense } from "react";
import { BreakdownCard, type BreakdownCardProps } from "@/components/stats/breakdown-card";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Loaded on demand, after the numbers. */
const WorldMap = lazy(() => import("@/components/stats/world-map"));

/** The countries as a map, and as a list that says and does the same. */
export function CountriesPanel(props: Omit<BreakdownCardProps, "by" | "footer">) {
  const { values, total, filters, onFilter } = props;
  const placeholder = <Skeleton className="h-full rounded-lg" />;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel title="Clicks by Country">
        <div className="aspect-[800/376] px-4 py-3">
          {useHydrated() ? (
            <Suspense fallback={placeholder}>
              <WorldMap countries={values} total={total} filters={filters} onFilter={onFilter} />
            </Suspense>
          ) : (
            placeholder
          )}
        </div>
      </Panel>
      <BreakdownCard
        {...props}
        by="country"
        // Required by CC BY 4.0, with the link.
        footer={
          <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="rounded-sm underline hover:text-ink">
            IP geolocation by DB-IP
          </a>
        }
      />
    </div>
  );
}
