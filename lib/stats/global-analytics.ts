import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { findFirstDay, rollupsOf } from "@/lib/analytics/rollups";
import type { Breakdown, Counts, GlobalAnalytics } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import type { DayRange } from "@/lib/days";
import { prisma } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import type { GlobalAnalyticsQuery } from "@/lib/stats/analytics-schema";
import { type PeriodQuery, resolvePeriod, toRangeQuery } from "@/lib/stats/ranges";
import { countRollups } from "@/lib/stats/rollup-stats";
import type { StatDimension } from "@/lib/stats/types";
import { getUrlOrThrow } from "@/lib/urls/queries";

type Bots = GlobalAnalyticsQuery["bots"];

/**
 * Clicks of all links, of the current links of a group, or of one link.
 *
 * @throws AppError forbidden, not_found
 */
export async function getGlobalAnalytics(
  actor: Actor,
  query: GlobalAnalyticsQuery,
  now = Date.now(),
): Promise<GlobalAnalytics> {
  if (!canSeeGlobalAnalytics(actor)) throw forbidden();
  const scopeId = await scopeOf(actor, query);
  return readBreakdown(scopeId, await rangeOf(scopeId, query, now), query.bots);
}

/**
 * The scope: a link, a group or all links.
 *
 * @throws AppError not_found
 */
export async function scopeOf(actor: Actor, { url, group }: { url?: string | undefined; group?: string | undefined }) {
  if (url) return (await getUrlOrThrow(actor, url)).url.id;
  if (!group) return ALL_LINKS;
  if ((await prisma().group.count({ where: { id: group } })) === 0) throw notFound("Group");
  return group;
}

export async function rangeOf(scopeId: string, query: PeriodQuery, now: number): Promise<DayRange> {
  return (await resolvePeriod(toRangeQuery(query), () => findFirstDay(scopeId), now)).range;
}

/** The statistics of a scope in the form of GET /api/analytics/global. */
export async function readBreakdown(scopeId: string, range: DayRange, bots: Bots): Promise<Breakdown> {
  const source = { ...rollupsOf(scopeId), onlyBots: bots === "only" };
  const { clicks, scans, breakdowns, ...counted } = await countRollups(source, { range, before: null }, "day");
  const named = (dimension: StatDimension): Counts =>
    Object.fromEntries(breakdowns[dimension]?.map(({ name, clicks }) => [name, clicks]) ?? []);
  return {
    totalClicks: clicks,
    uniqueVisitors: counted.visitors,
    accessMethods: { qr: scans, direct: clicks - scans },
    deviceTypes: named("device"),
    operatingSystems: named("os"),
    browsers: named("browser"),
    referrers: named("referrer"),
    countries: named("country"),
    dailyClicks: Object.fromEntries(counted.series.map(({ start, clicks }) => [start, clicks])),
    botClicks: counted.bots,
  };
}
