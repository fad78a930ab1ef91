import type pg from "pg";
import { INSERT_DAY, INSERT_VALUES } from "@/bench/fill/clicks-sql";
import { insertLinkRows } from "@/bench/harness/database";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { inTransaction } from "@/lib/db/transaction";

const DAY_MS = 24 * 60 * 60 * 1000;

type Size = { clicks: number; links: number; days: number };

/**
 * Fills a migrated database with links (see codeOf), their recent clicks, and the counts of these. Each day is one
 * transaction, so an interrupted run can be resumed.
 *
 * @param say reports each step
 */
export async function fillClicks(pool: pg.Pool, size: Size, say: (what: string) => void): Promise<void> {
  await prepareLinks(pool, size.links);
  await prepareValues(pool);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  for (let index = 0; index < size.days; index++) {
    const day = new Date(today - (size.days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const count = clicksOfDay(size, index);
    const isNew = await inTransaction(pool, (client) => fillDay(client, { day, count, links: size.links }));
    say(`${day}: ${isNew ? `${count.toLocaleString("en")} clicks` : "exists"}`);
  }
  await pool.query("VACUUM (ANALYZE) visits");
  await rebuildRollups(pool, (day) => say(`${day}: counted`));
  await pool.query("VACUUM (ANALYZE) click_days, short_urls");
}

/** Grows from day to day, with fewer on two days of seven; the days add up to the requested number. */
function clicksOfDay({ clicks, days }: Size, index: number): number {
  const weightOf = (day: number) => (1 + day / days) * (day % 7 < 2 ? 0.7 : 1);
  let before = 0;
  let all = 0;
  for (let day = 0; day < days; day++) {
    if (day < index) before += weightOf(day);
    all += weightOf(day);
  }
  return Math.round(((before + weightOf(index)) / all) * clicks) - Math.round((before / all) * clicks);
}

/** bench_links numbers the links, bench_days records the completed days. */
async function prepareLinks(pool: pg.Pool, links: number): Promise<void> {
  const { rows } = await pool.query<{ links: number }>("SELECT count(*)::int AS links FROM short_urls");
  if (rows[0]?.links === 0) await inTransaction(pool, (client) => insertLinkRows(client, links));
  await pool.query(`
    CREATE TABLE IF NOT EXISTS bench_days (day date PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS bench_links AS SELECT row_number() OVER (ORDER BY id)::int AS n, id FROM short_urls;
    ANALYZE bench_links`);
}

/** Runs once; bench_agents numbers the user agents. */
async function prepareValues(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string | null }>("SELECT to_regclass('bench_agents')::text AS table");
  if (rows[0]?.table) return;
  await inTransaction(pool, async (client) => {
    for (const statement of INSERT_VALUES) await client.query(statement);
  });
}

async function fillDay(
  client: pg.PoolClient,
  { day, count, links }: { day: string; count: number; links: number },
): Promise<boolean> {
  const { rowCount } = await client.query("INSERT INTO bench_days VALUES ($1) ON CONFLICT DO NOTHING", [day]);
  if (rowCount === 0) return false;
  await client.query("SELECT ensure_visit_partition($1::date::timestamp AT TIME ZONE 'UTC')", [day]);
  await client.query("SET LOCAL synchronous_commit = off");
  await client.query(INSERT_DAY, [day, count, links]);
  return true;
}
