import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { findFirstDay, readBreakdown } from "@/lib/analytics/rollups";
import type { GlobalAnalyticsQuery } from "@/lib/analytics/schema";
import { type GlobalAnalytics, MAX_DAYS, type Period } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { addDays, type DayRange, dayOf, lastDays } from "@/lib/days";
import { prisma } from "@/lib/db/prisma";
import { env } from "@/lib/env";
import { forbidden, notFound } from "@/lib/errors";
import { getUrlOrThrow } from "@/lib/urls/queries";

/** Days of each period, including today (spec section 9). */
const DAYS_OF = { day: 1, week: 7, month: 30 } as const;

/** Days take precedence over a period. */
type Asked = {
  period?: Period | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

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
  const range = await resolveRange(scopeId, query, now);
  return readBreakdown({ scopeId, range, onlyBots: query.bots === "only" });
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

/** An open range begins with the first click. Days are those of the installation. */
export async function resolveRange(
  scopeId: string,
  { period = "all", from, to }: Asked,
  now: number,
): Promise<DayRange> {
  const today = dayOf(now, env().TIME_ZONE);
  if (!from && !to && period !== "all") return lastDays(DAYS_OF[period], today);
  const last = to ?? today;
  const first = from ?? (await findFirstDay(scopeId)) ?? last;
  const earliest = addDays(last, 1 - MAX_DAYS);
  return { from: first < earliest ? earliest : first, to: last };
}
