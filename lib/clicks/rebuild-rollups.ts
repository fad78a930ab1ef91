import type pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { tallySql } from "@/lib/clicks/counting";
import { dayOfSql, isOnDaySql } from "@/lib/clicks/day-sql";
import { lockCountingExclusive, lockSharedDays } from "@/lib/clicks/locks";
import { wasRemovedByAge } from "@/lib/clicks/partitions";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { storeCountedZone } from "@/lib/settings/counted-zone";

/** Links whose counter is rebuilt in one transaction. */
const COUNTERS_AT_ONCE = 10_000;

/** A date before all days. */
const EARLIEST = "-infinity";

type Rebuilt = { days: number; kept: number; counters: number };

/**
 * Counts the stored clicks again, a day at a time, and sets the links' counters to the sums of their days. New clicks
 * wait in the spool while their day is counted, so that none is lost or counted twice. If CLICK_RETENTION_DAYS has
 * removed clicks, the days before the first stored click stay as they are; so do the day of that click and those of
 * months that were removed, if more clicks were counted than are stored.
 *
 * Audited when it begins, since an interrupted one has changed counts as well.
 *
 * @param onDay called after each day
 * @returns the numbers of counted days, of kept days and of wrong counters
 */
export async function rebuildRollups(pool: pg.Pool, onDay?: (day: string) => void): Promise<Rebuilt> {
  const first = await findFirstDay(pool);
  const days = first ? await daysFrom(pool, (await isAllStored(pool)) ? EARLIEST : first) : [];
  await recordAudit(pool, OPERATOR, {
    action: "click.rebuild",
    subject: { type: "click", id: "", label: "click counts" },
    after: { days: days.length },
  });
  let kept = 0;
  for (const day of days) {
    const isCounted = await inTransaction(pool, (client) => rebuildDay(client, day, { isFirst: day === first }));
    if (!isCounted) kept += 1;
    onDay?.(day);
  }
  const counters = await rebuildCounters(pool);
  await storeCountedZone(pool);
  return { days: days.length - kept, kept, counters };
}

async function findFirstDay(pool: pg.Pool): Promise<string | null> {
  const [row] = await queryRows<{ day: string | null }>(
    pool,
    sql`SELECT ${dayOfSql(sql`min(occurred_at)`)}::text AS day FROM stored_clicks`,
  );
  return row?.day ?? null;
}

/**
 * Whether every counted click is still stored. If so, no day was removed, and days before the first are left over from
 * another time zone.
 */
async function isAllStored(pool: pg.Pool): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(
    pool,
    sql`SELECT (SELECT count(*) FROM stored_clicks)
               >= (SELECT coalesce(sum(total), 0) FROM click_days WHERE scope_id = ${ALL_LINKS}) AS is`,
  );
  return row?.is ?? false;
}

/** Days that have clicks, and days whose counts may be stale. */
async function daysFrom(pool: pg.Pool, earliest: string): Promise<string[]> {
  const rows = await queryRows<{ day: string }>(
    pool,
    sql`
      SELECT DISTINCT ${dayOfSql(sql`occurred_at`)}::text AS day FROM stored_clicks
      UNION SELECT day::text FROM click_days WHERE day >= ${earliest}::date ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function rebuildDay(client: pg.PoolClient, day: string, { isFirst }: { isFirst: boolean }): Promise<boolean> {
  await lockCountingExclusive(client);
  await lockSharedDays(client);
  if ((isFirst || (await wasRemovedByAge(client, day))) && (await isMoreCounted(client, day))) return false;
  await execute(client, sql`DELETE FROM click_days WHERE day = ${day}`);
  await execute(
    client,
    sql`INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
        ${tallySql(isOnDaySql(day), day)}`,
  );
  await execute(client, sql`DELETE FROM user_days_due WHERE day = ${day}`);
  // Rebuilt from the clicks when the next one comes.
  await execute(client, sql`DELETE FROM visitor_days WHERE day = ${day}`);
  // Otherwise the previous version would consider the visitors loaded, and count returning ones again.
  await execute(client, sql`DELETE FROM click_visitor_days WHERE day = ${day}`);
  await execute(client, sql`DELETE FROM click_visitors WHERE day = ${day}`);
  return true;
}

async function isMoreCounted(client: pg.PoolClient, day: string): Promise<boolean> {
  const [row] = await queryRows<{ more: boolean }>(
    client,
    sql`SELECT coalesce((SELECT sum(total) FROM click_days WHERE scope_id = ${ALL_LINKS} AND day = ${day}), 0)
               > (SELECT count(*) FROM stored_clicks JOIN short_urls ON short_urls.id = url_id
                  WHERE ${isOnDaySql(day)}) AS more`,
  );
  return row?.more ?? false;
}

async function rebuildCounters(pool: pg.Pool): Promise<number> {
  let wrong = 0;
  let after = ALL_LINKS;
  for (;;) {
    const batch = await inTransaction(pool, (client) => rebuildSomeCounters(client, after));
    wrong += batch?.wrong ?? 0;
    if (!batch?.last) return wrong;
    after = batch.last;
  }
}

async function rebuildSomeCounters(client: pg.PoolClient, after: string) {
  await lockCountingExclusive(client);
  const [batch] = await queryRows<{ last: string | null; wrong: number }>(
    client,
    sql`
      WITH links AS (
        SELECT id, click_count FROM short_urls WHERE id > ${after} ORDER BY id LIMIT ${COUNTERS_AT_ONCE}
        FOR NO KEY UPDATE
      ),
      counted AS (
        SELECT links.id, links.click_count, coalesce(sum(total) FILTER (WHERE NOT is_bot), 0) AS total
        FROM links LEFT JOIN click_days ON scope_id = links.id GROUP BY 1, 2
      ),
      changed AS (
        UPDATE short_urls SET click_count = counted.total
        FROM counted WHERE counted.id = short_urls.id AND counted.total <> counted.click_count RETURNING 1
      )
      SELECT (SELECT id FROM links ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM changed) AS wrong`,
  );
  return batch;
}
