import type { Actor } from "@/lib/actor";
import { findFirstDay, rollupsOf } from "@/lib/analytics/rollups";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { getBaseUrl } from "@/lib/settings/queries";
import { findFilterableFrom } from "@/lib/stats/filterable";
import { countFiltered } from "@/lib/stats/filtered-stats";
import { withHourlyVisitors } from "@/lib/stats/hourly-visitors";
import { scopeOfMany } from "@/lib/stats/own-rollups";
import { intervalFor, type Period, resolvePeriod } from "@/lib/stats/ranges";
import { type Counted, countRollups, type RollupSource } from "@/lib/stats/rollup-stats";
import {
  type CompareQuery,
  FILTERS_OF_ONE_LINK,
  HOURS_OF_ONE_LINK,
  type StatsQuery,
  toFilters,
  type UrlStatsQuery,
} from "@/lib/stats/schema";
import type { ComparedUrl, Interval, StatFilter, Stats } from "@/lib/stats/types";
import { findUrls, getUrlOrThrow } from "@/lib/urls/queries";

/**
 * Statistics of a link that the actor may see. Filtered, they are counted from the stored clicks.
 *
 * @throws AppError not_found, invalid
 */
export async function getUrlStats(actor: Actor, id: string, query: UrlStatsQuery, now = Date.now()): Promise<Stats> {
  const { url } = await getUrlOrThrow(actor, id);
  return statsOfUrl(url.id, query, now);
}

/** Statistics of a link, for callers who have authorised it. */
export async function statsOfUrl(urlId: string, query: UrlStatsQuery, now: number): Promise<Stats> {
  const source = { ...urlRollups(urlId), onlyAccess: query.breakdowns === "access" };
  const [period, filterableFrom] = await Promise.all([
    resolvePeriod(query, source.findFirstDay, now),
    findFilterableFrom(urlId),
  ]);
  const interval = intervalFor(period.range, query.interval);
  const filters = toFilters(query.filter ?? []);
  if (filters.length === 0) {
    const stats = toStats(period, { filters, filterableFrom }, await countRollups(source, period, interval));
    return query.hourlyVisitors === "true" ? withHourlyVisitors(urlId, stats) : stats;
  }
  const filtered = await countFiltered({ urlId, filters, interval, filterableFrom }, period);
  return toStats(filtered.period, { filters, filterableFrom }, filtered.counted);
}

function urlRollups(urlId: string): RollupSource {
  return { ...rollupsOf(urlId), isLink: true };
}

/**
 * Statistics of several links (`scopeOfMany`). They come from counts by day, so they have neither filters nor hours.
 *
 * @throws AppError not_found, invalid
 */
export async function getSumStats(
  actor: Actor,
  groupId: string | null,
  query: StatsQuery,
  now = Date.now(),
): Promise<Stats> {
  const source = await scopeOfMany(actor, groupId);
  assertUnfiltered(query);
  if (query.interval === "hour") throw new AppError("invalid", HOURS_OF_ONE_LINK, "interval");
  const period = await resolvePeriod(query, source.findFirstDay, now);
  const suitable = intervalFor(period.range, query.interval);
  const interval = suitable === "hour" ? "day" : suitable;
  const counted = await countRollups(source, period, interval);
  return toStats(period, { filters: [], filterableFrom: null }, counted);
}

function assertUnfiltered({ filter = [] }: StatsQuery): void {
  if (filter.length > 0) throw new AppError("invalid", FILTERS_OF_ONE_LINK, "filter");
}

/**
 * Statistics of up to five links that the actor may see, all over the same days; an open range begins with the first
 * click on any of them.
 *
 * @throws AppError not_found, invalid
 */
export async function compareUrls(actor: Actor, query: CompareQuery, now = Date.now()): Promise<ComparedUrl[]> {
  assertUnfiltered(query);
  const [{ urls }, baseUrl] = await Promise.all([findUrls(actor, query.ids), getBaseUrl()]);
  const compared = query.ids.map((id) => urls.get(id) ?? throwNotFound());
  const period = await resolvePeriod(query, () => findFirstOf(query.ids), now);
  const count = async (interval: Interval) => {
    const answers: ComparedUrl[] = [];
    // One after the other, to leave connections to others.
    for (const { id, shortCode, originalUrl, status } of compared) {
      const counted = await countRollups(urlRollups(id), period, interval);
      const stats = toStats(period, { filters: [], filterableFrom: await findFilterableFrom(id) }, counted);
      answers.push({ id, shortCode, shortUrl: `${baseUrl}/${shortCode}`, originalUrl, status, stats });
    }
    return answers;
  };
  const answers = await count(intervalFor(period.range, query.interval));
  // Hours of one of them may not be available.
  return new Set(answers.map(({ stats }) => stats.interval)).size > 1 ? count("day") : answers;
}

function throwNotFound(): never {
  throw notFound("Short URL");
}

async function findFirstOf(urlIds: string[]): Promise<string | null> {
  const days = await Promise.all(urlIds.map((id) => findFirstDay(id)));
  return days.filter((day) => day !== null).sort()[0] ?? null;
}

type Asked = { filters: StatFilter[]; filterableFrom: string | null };

function toStats({ range, before }: Period, asked: Asked, counted: Counted): Stats {
  const { before: countedBefore, ...rest } = counted;
  return {
    ...range,
    timeZone: env().TIME_ZONE,
    ...asked,
    ...rest,
    before: before && countedBefore && { ...before, ...countedBefore },
  };
}
