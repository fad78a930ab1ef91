import { findFirstDay } from "@/lib/analytics/rollups";
import { isOnDaySql } from "@/lib/clicks/day-sql";
import { addDays, dayOf, startOfDay } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { EARLIEST_DAY } from "@/lib/stats/schema";

/**
 * The first day from which on all clicks of a link are stored: EARLIEST_DAY if none were removed after being counted;
 * null if none are stored. Clicks are removed by whole months of UTC (CLICK_RETENTION_DAYS).
 */
export async function findFilterableFrom(urlId: string): Promise<string | null> {
  const [firstCounted, firstStored] = await Promise.all([findFirstDay(urlId), findFirstStoredDay(urlId)]);
  if (firstCounted === null) return EARLIEST_DAY;
  if (firstStored === null) return null;
  const { day } = firstStored;
  const isWhole = firstStored.isWhole || (await isAllStored(urlId, day));
  const firstWhole = isWhole ? day : addDays(day, 1);
  return firstWhole <= firstCounted ? EARLIEST_DAY : firstWhole;
}

/**
 * The day of a link's first stored click; null if none are stored. Unless it is whole, it began in a month of UTC
 * before, whose clicks may have been removed.
 */
export async function findFirstStoredDay(urlId: string): Promise<{ day: string; isWhole: boolean } | null> {
  const [row] = await queryRows<{ at: Date }>(
    readPool(),
    sql`SELECT occurred_at AS at FROM stored_clicks WHERE url_id = ${urlId} ORDER BY occurred_at LIMIT 1`,
  );
  if (!row) return null;
  const day = dayOf(row.at.getTime(), env().TIME_ZONE);
  const month = Date.UTC(row.at.getUTCFullYear(), row.at.getUTCMonth());
  return { day, isWhole: startOfDay(day, env().TIME_ZONE) >= month };
}

async function isAllStored(urlId: string, day: string): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(
    readPool(),
    sql`
      SELECT (SELECT count(*) FROM stored_clicks WHERE url_id = ${urlId} AND ${isOnDaySql(day)})
        >= (SELECT coalesce(sum(total), 0) FROM click_days WHERE scope_id = ${urlId} AND day = ${day}) AS is`,
  );
  return row?.is ?? false;
}
