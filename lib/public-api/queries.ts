import { readDayTotals, sum } from "@/lib/analytics/rollups";
import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import { dayOf, daysOf, lastDays } from "@/lib/days";
import { env } from "@/lib/env";
import type { Page } from "@/lib/list-query";
import { toApiUrl, toApiUrls } from "@/lib/public-api/dto";
import type { StatsQuery } from "@/lib/public-api/schema";
import { type ApiUrl, RECENT_CLICKS, type UrlStats } from "@/lib/public-api/types";
import { getQrImage, type QrImage } from "@/lib/qr/queries";
import type { QrQuery } from "@/lib/qr/query-schema";
import { clicksOfUrl } from "@/lib/stats/clicks";
import { marksOfUrl } from "@/lib/stats/marks";
import { statsOfUrl } from "@/lib/stats/queries";
import { EARLIEST_DAY } from "@/lib/stats/schema";
import { listUrlsOfGroup } from "@/lib/urls/list";
import type { ListApiUrlsQuery } from "@/lib/urls/list-schema";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

/**
 * Lists the short URLs of the key's group, newest first by default; with `updatedSince`, oldest change first.
 *
 * @throws AppError insufficient_scope
 */
export async function listApiUrls(caller: ApiCaller, query: ListApiUrlsQuery): Promise<Page<ApiUrl>> {
  assertScope(caller, "read");
  const page = await listUrlsOfGroup(caller.groupId, query);
  return { ...page, items: await toApiUrls(page.items, caller) };
}

/** @throws AppError insufficient_scope; not_found, including for links of other groups */
export async function getApiUrl(caller: ApiCaller, idOrCode: string): Promise<ApiUrl> {
  assertScope(caller, "read");
  return toApiUrl(await getUrlOfGroupOrThrow(caller.groupId, idOrCode), caller);
}

/**
 * Returns the QR code of a link, as the dashboard does.
 *
 * @throws AppError insufficient_scope; not_found, including for links of other groups or without a QR code; invalid;
 *   conflict if its design is locked and the query asks for another look
 */
export async function getApiQrCode(caller: ApiCaller, idOrCode: string, query: QrQuery): Promise<QrImage> {
  assertScope(caller, "read");
  return getQrImage(await getUrlOfGroupOrThrow(caller.groupId, idOrCode), query, caller.groupId);
}

/**
 * Returns a link's statistics, without bots and prefetches.
 *
 * @throws AppError insufficient_scope; not_found, including for links of other groups; invalid
 */
export async function getApiUrlStats(
  caller: ApiCaller,
  idOrCode: string,
  { days, ...asked }: StatsQuery,
  now = Date.now(),
): Promise<UrlStats> {
  assertScope(caller, "read");
  const { id, shortCode, clickCount } = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  const today = dayOf(now, env().TIME_ZONE);
  const query = days ? { ...asked, ...lastDays(days, today) } : asked;
  const [stats, { marks }, allTime] = await Promise.all([
    statsOfUrl(id, query, now),
    marksOfUrl(id, query, now),
    readDayTotals(id, { from: EARLIEST_DAY, to: today }),
  ]);
  const { from, to } = stats;
  const recent = await clicksOfUrl(id, { from, to, filter: asked.filter, limit: RECENT_CLICKS, bots: "exclude" }, now);
  const people = allTime.filter(({ isBot }) => !isBot);
  const byDate = new Map(people.map(({ day, total }) => [day, total]));
  const qr = sum(people, "qr");
  return {
    id,
    shortCode,
    clickCount: Number(clickCount),
    accessMethods: { qr, direct: sum(people, "total") - qr },
    daily: daysOf(stats).map((date) => ({ date, count: byDate.get(date) ?? 0 })),
    ...stats,
    marks: marks.map(({ at, kind }) => ({ at, kind })),
    recentClicks: recent.items.map(({ isBot: _isBot, ...click }) => click),
  };
}
