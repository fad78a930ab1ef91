import type { Actor } from "@/lib/actor";
import { daysOfScope, listTopOf, type TopScope } from "@/lib/analytics/period-top-urls";
import { findFirstDay, readDayTotals } from "@/lib/analytics/rollups";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { sql } from "@/lib/db/sql";
import { getGroupOrThrow } from "@/lib/groups/queries";
import { ownDays, ownRollups } from "@/lib/stats/own-rollups";
import { resolvePeriod } from "@/lib/stats/ranges";
import type { StatsTopUrlsQuery } from "@/lib/stats/schema";

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
  const scope = {
    key: id,
    links: sql`group_id = ${id}::uuid`,
    days: (range) => daysOfScope(id, range),
    readTotals: (range) => readDayTotals(id, range),
  } satisfies TopScope;
  return topOf(scope, () => findFirstDay(id), query, now);
}

/** The most clicked of all links that the actor created, deleted ones included. */
export async function getOwnTopUrls(actor: Actor, query: StatsTopUrlsQuery, now = Date.now()): Promise<PeriodTopUrls> {
  const { findFirstDay, readTotals } = ownRollups(actor.id);
  const links = sql`created_by_id = ${actor.id}::uuid`;
  return topOf(
    { key: actor.id, links, days: (range) => ownDays(actor.id, range), readTotals },
    findFirstDay,
    query,
    now,
  );
}

async function topOf(
  scope: TopScope,
  findFirstDay: () => Promise<string | null>,
  { limit, ...query }: StatsTopUrlsQuery,
  now: number,
): Promise<PeriodTopUrls> {
  const { range } = await resolvePeriod(query, findFirstDay, now);
  return listTopOf(scope, { range, isAllTime: query.range === "all", limit });
}
