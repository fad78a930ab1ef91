import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import type { Page } from "@/lib/list-query";
import { toApiUrl } from "@/lib/public-api/dto";
import type { StatsQuery } from "@/lib/public-api/schema";
import type { ApiUrl, UrlStats } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { toShortUrl } from "@/lib/urls/dto";
import { listUrlsOfGroup } from "@/lib/urls/list";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The short URLs of the key's group, newest first unless sorted. */
export async function listApiUrls(caller: ApiCaller, query: ListUrlsQuery = {}): Promise<Page<ApiUrl>> {
  const page = await listUrlsOfGroup(caller.groupId, query);
  return { ...page, items: page.items.map((url) => toApiUrl(url, caller.groupId)) };
}

/** @throws AppError not_found, for links of other groups too */
export async function getApiUrl(caller: ApiCaller, idOrCode: string): Promise<ApiUrl> {
  const [url, baseUrl] = await Promise.all([getUrlOfGroupOrThrow(caller.groupId, idOrCode), getBaseUrl()]);
  return toApiUrl(toShortUrl(url, baseUrl), caller.groupId);
}

/**
 * Clicks of a link, from the rollups: without bots and prefetches.
 *
 * @throws AppError not_found, for links of other groups too
 */
export async function getApiUrlStats(
  caller: ApiCaller,
  idOrCode: string,
  { days }: StatsQuery,
  now = new Date(),
): Promise<UrlStats> {
  const { id, shortCode, clickCount } = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  const dates = lastDays(days, now);
  const [totals, methods] = await Promise.all([
    prisma().clickRollup.findMany({
      where: { urlId: id, dimension: "total", day: { gte: new Date(dates[0] ?? now) } },
      select: { day: true, count: true },
    }),
    prisma().clickRollup.groupBy({
      by: ["value"],
      where: { urlId: id, dimension: "access_method" },
      _sum: { count: true },
    }),
  ]);
  const byDate = new Map(totals.map(({ day, count }) => [toDate(day), Number(count)]));
  const byMethod = new Map(methods.map(({ value, _sum }) => [value, Number(_sum.count ?? 0)]));
  return {
    id,
    shortCode,
    clickCount: Number(clickCount),
    accessMethods: { qr: byMethod.get("qr") ?? 0, direct: byMethod.get("direct") ?? 0 },
    daily: dates.map((date) => ({ date, count: byDate.get(date) ?? 0 })),
  };
}

/** Dates in UTC, the oldest first, today's the last. */
function lastDays(days: number, now: Date): string[] {
  return Array.from({ length: days }, (_, place) => toDate(new Date(now.getTime() - (days - 1 - place) * DAY_MS)));
}

function toDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
