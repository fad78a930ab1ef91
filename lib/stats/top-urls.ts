import type { Actor } from "@/lib/actor";
import { daysOfScope, listTopOf, type TopScope } from "@/lib/analytics/period-top-urls";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { type Sql, sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { getGroupOrThrow } from "@/lib/groups/queries";
import type { PeriodTopUrlsQuery } from "@/lib/stats/analytics-schema";
import { ownDays, ownRollups } from "@/lib/stats/own-rollups";
import { type RangeQuery, resolvePeriod, toRangeQuery } from "@/lib/stats/ranges";
import { rollupsOf } from "@/lib/stats/rollup-stats";
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
  return topOf(scopeOf(ALL_LINKS, null), { limit, ...toRangeQuery(period) }, now);
}

/**
 * The most clicked links of a group in a range, deleted ones included: for its members, and for an overall_admin.
 *
 * @throws AppError not_found
 */
export async function getGroupTopUrls(
  actor: Actor,
  groupId: string,
  query: StatsTopUrlsQuery,
  now = Date.now(),
): Promise<PeriodTopUrls> {
  const { id } = await getGroupOrThrow(actor, groupId);
  return topOf(scopeOf(id, sql`group_id = ${id}::uuid`), query, now);
}

/** The most clicked of all links that the actor created, deleted ones included. */
export async function getOwnTopUrls({ id }: Actor, query: StatsTopUrlsQuery, now = Date.now()): Promise<PeriodTopUrls> {
  const links = sql`created_by_id = ${id}::uuid`;
  return topOf({ key: id, links, days: (range) => ownDays(id, range), ...ownRollups(id) }, query, now);
}

type Scope = TopScope & { findFirstDay: () => Promise<string | null> };

/** A scope that has its own rows of click_days. */
function scopeOf(id: string, links: Sql | null): Scope {
  return { key: links ? id : "", links, days: (range) => daysOfScope(id, range), ...rollupsOf(id) };
}

async function topOf(
  { findFirstDay, ...scope }: Scope,
  { limit, ...query }: RangeQuery & { limit: number },
  now: number,
): Promise<PeriodTopUrls> {
  const { range } = await resolvePeriod(query, findFirstDay, now);
  return listTopOf(scope, { range, isAllTime: query.range === "all", limit });
}
