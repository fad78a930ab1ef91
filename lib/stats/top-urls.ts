import type { Actor } from "@/lib/actor";
import { listTopOf, type TopScope } from "@/lib/analytics/period-top-urls";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { rollupsOf } from "@/lib/analytics/rollups";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { forbidden } from "@/lib/errors";
import type { PeriodTopUrlsQuery } from "@/lib/stats/analytics-schema";
import { scopeOfMany } from "@/lib/stats/own-rollups";
import { type RangeQuery, resolvePeriod, toRangeQuery } from "@/lib/stats/ranges";
import type { StatsTopUrlsQuery } from "@/lib/stats/schema";

/**
 * The most clicked of all links in a period, deleted ones included.
 *
 * @throws AppError forbidden
 */
export async function getPeriodTopUrls(
  actor: Actor,
  { limit, ...period }: PeriodTopUrlsQuery,
  now = Date.now(),
): Promise<PeriodTopUrls> {
  // Anyone who may call this can see every link.
  if (!canSeeGlobalAnalytics(actor)) throw forbidden();
  return topOf({ ...rollupsOf(ALL_LINKS), links: null }, { limit, ...toRangeQuery(period) }, now);
}

/**
 * The most clicked of several links (`scopeOfMany`) in a range.
 *
 * @throws AppError not_found
 */
export async function getSumTopUrls(
  actor: Actor,
  groupId: string | null,
  query: StatsTopUrlsQuery,
  now = Date.now(),
): Promise<PeriodTopUrls> {
  return topOf(await scopeOfMany(actor, groupId), query, now);
}

async function topOf(
  scope: TopScope,
  { limit, ...query }: RangeQuery & { limit: number },
  now: number,
): Promise<PeriodTopUrls> {
  const { range } = await resolvePeriod(query, scope.findFirstDay, now);
  return listTopOf(scope, { range, isAllTime: query.range === "all", limit });
}
