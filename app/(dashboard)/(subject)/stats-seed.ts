import { type PageSearch, readPageSearch } from "@/components/data/address";
import type { Seed } from "@/components/data/initial-data";
import { seed } from "@/components/data/seed";
import { type StatsView, statsAddress, toStatsSearch, toSumView } from "@/components/stats/stats-address";
import { type StatsScope, statsQuery } from "@/components/stats/stats-queries";
import type { Actor } from "@/lib/actor";
import { getSumStats } from "@/lib/stats/queries";
import { type StatsQuery, statsSchema } from "@/lib/stats/schema";
import type { Stats } from "@/lib/stats/types";

/**
 * The numbers that a page shows first. Filtered ones are counted from stored clicks, which the page doesn't wait for.
 */
export function statsSeed(
  scope: StatsScope,
  view: StatsView,
  load: (query: StatsQuery) => Promise<Stats>,
): Promise<Seed>[] {
  if (view.filters.length > 0) return [];
  const query = statsSchema.parse(Object.fromEntries(new URLSearchParams(toStatsSearch(view))));
  return [seed(statsQuery(scope, view), load(query))];
}

/** The numbers of the links that the actor created. */
export function ownStatsSeed(actor: Actor, search: PageSearch): Promise<Seed>[] {
  const view = toSumView(readPageSearch(statsAddress, search));
  return statsSeed({ kind: "own" }, view, (query) => getSumStats(actor, null, query));
}
