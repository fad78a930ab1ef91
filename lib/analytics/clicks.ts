import type { Actor } from "@/lib/actor";
import type { ListClicksQuery } from "@/lib/analytics/schema";
import type { UrlClick } from "@/lib/analytics/types";
import { dayOfSql } from "@/lib/clicks/day-sql";
import { isAfter } from "@/lib/clicks/newest";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { getUrlOrThrow } from "@/lib/urls/queries";

const COLUMNS = sql`
  id, occurred_at AS "timestamp", ip_address AS "ipAddress", referer, referrer_host AS "referrerHost",
  user_agent AS "userAgent", access_method AS "accessMethod", device_type AS "deviceType", os, browser, country,
  is_bot AS "isBot"`;

type ClickRow = Omit<UrlClick, "timestamp"> & { timestamp: Date };

/** Conditions on clicks and on click_days. */
export const BOTS_SQL = { include: sql`true`, exclude: sql`NOT is_bot`, only: sql`is_bot` } as const;

/**
 * A link's clicks, newest first, by default without bots and prefetches. The tables' keys serve the order, so a page
 * takes as long however many clicks there are.
 *
 * @throws AppError not_found, also for a link that the actor may not see
 */
export async function listClicks(actor: Actor, urlId: string, query: ListClicksQuery): Promise<Page<UrlClick>> {
  const { url } = await getUrlOrThrow(actor, urlId);
  const { limit = DEFAULT_PAGE_SIZE, cursor, bots } = query;
  const [total, rows] = await Promise.all([
    countStored(url.id, bots),
    queryRows<ClickRow>(
      pool(),
      sql`SELECT ${COLUMNS} FROM stored_clicks
          WHERE url_id = ${url.id} AND ${BOTS_SQL[bots]} AND ${cursor ? isAfter({ occurred_at: new Date(cursor.at), id: cursor.id }) : sql`true`}
          ORDER BY occurred_at DESC, id DESC LIMIT ${limit + 1}`,
    ),
  ]);
  const clicks = rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
  return toPage(clicks, limit, { total }, ({ id, timestamp }) => `${Date.parse(timestamp)}_${id}`);
}

/** From the counts, without days whose clicks are no longer stored. */
async function countStored(urlId: string, bots: ListClicksQuery["bots"]): Promise<number> {
  const firstStored = sql`
    SELECT ${dayOfSql(sql`occurred_at`)} FROM stored_clicks WHERE url_id = ${urlId} ORDER BY occurred_at LIMIT 1`;
  const [row] = await queryRows<{ total: string }>(
    pool(),
    sql`SELECT coalesce(sum(total), 0) AS total FROM click_days
        WHERE scope_id = ${urlId} AND ${BOTS_SQL[bots]} AND day >= (${firstStored})`,
  );
  return Number(row?.total ?? 0);
}
