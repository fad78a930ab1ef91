import { daysOf, lastDays } from "@/lib/analytics/days";
import { readDayTotals, sum } from "@/lib/analytics/rollups";
import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { dayOf } from "@/lib/days";
import { env } from "@/lib/env";
import type { Page } from "@/lib/list-query";
import { toApiUrl } from "@/lib/public-api/dto";
import type { StatsQuery } from "@/lib/public-api/schema";
import type { ApiUrl, UrlStats } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { toShortUrl } from "@/lib/urls/dto";
import { listUrlsOfGroup } from "@/lib/urls/list";
import type { ListUrlsQuery } from "@/lib/urls/list-schema";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

/** Nobody clicked before this. */
const FIRST_DAY = "1970-01-01";

/**
 * The short URLs of the key's group, newest first unless sorted.
 *
 * @throws AppError insufficient_scope
 */
export async function listApiUrls(caller: ApiCaller, query: ListUrlsQuery = {}): Promise<Page<ApiUrl>> {
  assertScope(caller, "read");
  const page = await listUrlsOfGroup(caller.groupId, query);
  return { ...page, items: page.items.map((url) => toApiUrl(url, caller.groupId)) };
}

/** @throws AppError insufficient_scope, and not_found for links of other groups too */
export async function getApiUrl(caller: ApiCaller, idOrCode: string): Promise<ApiUrl> {
  assertScope(caller, "read");
  const [url, baseUrl] = await Promise.all([getUrlOfGroupOrThrow(caller.groupId, idOrCode), getBaseUrl()]);
  return toApiUrl(toShortUrl(url, baseUrl), caller.groupId);
}

/**
 * Clicks of a link, from the rollups: without bots and prefetches.
 *
 * @throws AppError insufficient_scope, and not_found for links of other groups too
 */
export async function getApiUrlStats(
  caller: ApiCaller,
  idOrCode: string,
  { days }: StatsQuery,
  now = new Date(),
): Promise<UrlStats> {
  assertScope(caller, "read");
  const { id, shortCode, clickCount } = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  const range = lastDays(days, dayOf(now.getTime(), env().TIME_ZONE));
  const people = (await readDayTotals(id, { from: FIRST_DAY, to: range.to })).filter(({ isBot }) => !isBot);
  const byDate = new Map(people.map(({ day, total }) => [day, total]));
  const qr = sum(people, "qr");
  return {
    id,
    shortCode,
    clickCount: Number(clickCount),
    accessMethods: { qr, direct: sum(people, "total") - qr },
    daily: daysOf(range).map((date) => ({ date, count: byDate.get(date) ?? 0 })),
  };
}
