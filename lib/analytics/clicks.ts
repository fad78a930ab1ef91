import type { ListClicksQuery } from "@/lib/analytics/schema";
import type { UrlClick } from "@/lib/analytics/types";
import { dayOfSql } from "@/lib/clicks/day-sql";
import { pool } from "@/lib/db/pool";
import { DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

/** The fields of a click as they leave the server. */
export const CLICK_COLUMNS = `
  id, occurred_at AS "timestamp", ip_address AS "ipAddress", referer, user_agent AS "userAgent",
  access_method AS "accessMethod", device_type AS "deviceType", os, browser, country, is_bot AS "isBot"`;

export type ClickRow = Omit<UrlClick, "timestamp"> & { timestamp: Date };

/** For the parameter $n of a query: whose clicks are meant. */
export const BOTS_SQL = { include: "true", exclude: "NOT is_bot", only: "is_bot" } as const;

/**
 * The clicks of a link, newest first; without bots and prefetches unless asked for. A page is read from
 * the key of the table, however many clicks there are.
 *
 * @throws AppError not_found, for a link that one may not see too
 */
export async function listClicks(actor: Actor, urlId: string, query: ListClicksQuery): Promise<Page<UrlClick>> {
  const { url } = await getUrlOrThrow(actor, urlId);
  const { limit = DEFAULT_PAGE_SIZE, cursor, bots } = query;
  const behind = cursor ? "occurred_at <= $3 AND (occurred_at, id) < ($3, $4)" : "true";
  const [total, { rows }] = await Promise.all([
    countStored(url.id, bots),
    pool().query<ClickRow>(
      `SELECT ${CLICK_COLUMNS} FROM clicks WHERE url_id = $1 AND ${BOTS_SQL[bots]} AND ${behind}
       ORDER BY occurred_at DESC, id DESC LIMIT $2`,
      [url.id, limit + 1, ...(cursor ? [new Date(cursor.at), cursor.id] : [])],
    ),
  ]);
  const clicks = rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
  return toPage(clicks, limit, { total }, ({ id, timestamp }) => `${Date.parse(timestamp)}_${id}`);
}

/** From what is counted, without the days whose clicks are stored no more. */
async function countStored(urlId: string, bots: ListClicksQuery["bots"]): Promise<number> {
  const { rows } = await pool().query<{ total: string }>(
    `SELECT coalesce(sum(total), 0) AS total FROM click_days
     WHERE scope_id = $1 AND ${BOTS_SQL[bots]}
       AND day >= (SELECT ${dayOfSql("occurred_at")} FROM clicks WHERE url_id = $1 ORDER BY occurred_at LIMIT 1)`,
    [urlId],
  );
  return Number(rows[0]?.total ?? 0);
}
