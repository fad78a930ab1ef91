import { type DayRange, startOfDay } from "@/lib/days";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import type { Summary, SummaryLink } from "@/lib/mail/summary-text";
import { periodsBefore } from "@/lib/summaries/period";
import type { SentFrequency } from "@/lib/summaries/types";

const MAX_TOP_LINKS = 5;
const MAX_FIRST_SCANS = 5;

type Counts = { clicks: string; clicksBefore: string; scans: string };
type Row = Counts & { shortCode: string; isFirstScan: boolean };
type Totals = Counts & { firstScans: number };

/**
 * Summarises a user's own links, using only the counts per day; null if they had no clicks in either period.
 *
 * @param day see JobData
 */
export async function readSummary(userId: string, frequency: SentFrequency, day: string): Promise<Summary | null> {
  const { period, before } = periodsBefore(frequency, day);
  const rows = await queryRows<Row & { totals: Totals }>(
    pool(),
    sql`
      WITH links AS MATERIALIZED (${clickedLinks(userId, period, before)}),
      ranked AS (
        SELECT *, row_number() OVER most_clicked AS rank,
          row_number() OVER (PARTITION BY "isFirstScan" ORDER BY clicks DESC, "clicksBefore" DESC, id) AS scan_rank
        FROM links WINDOW most_clicked AS (ORDER BY clicks DESC, "clicksBefore" DESC, id)
      )
      SELECT "shortCode", clicks, "clicksBefore", scans, "isFirstScan", (
        SELECT jsonb_build_object('clicks', sum(clicks)::text, 'clicksBefore', sum("clicksBefore")::text,
          'scans', sum(scans)::text, 'firstScans', count(*) FILTER (WHERE "isFirstScan"))
        FROM links
      ) AS totals
      FROM ranked
      WHERE rank <= ${MAX_TOP_LINKS} OR "isFirstScan" AND scan_rank <= ${MAX_FIRST_SCANS}
      ORDER BY rank`,
  );
  const [first] = rows;
  if (!first) return null;
  const { totals } = first;
  const links = rows.map((row) => ({ ...toLink(row), isFirstScan: row.isFirstScan }));
  return {
    period,
    clicks: Number(totals.clicks),
    clicksBefore: Number(totals.clicksBefore),
    scans: Number(totals.scans),
    topLinks: links.filter(({ clicks }) => clicks > 0).slice(0, MAX_TOP_LINKS),
    firstScans: links.filter(({ isFirstScan }) => isFirstScan).slice(0, MAX_FIRST_SCANS),
    moreFirstScans: Math.max(0, totals.firstScans - MAX_FIRST_SCANS),
    changes: await readChanges(userId, period, day),
  };
}

/** The user's links with clicks in either period. */
function clickedLinks(userId: string, period: DayRange, before: DayRange): Sql {
  return sql`
    SELECT url.id, short_code AS "shortCode", clicks, "clicksBefore", scans,
      scans > 0 AND NOT EXISTS (
        SELECT FROM click_days WHERE scope_id = url.id AND NOT is_bot AND qr > 0 AND day < ${period.from}
      ) AS "isFirstScan"
    FROM short_urls AS url, LATERAL (
      SELECT coalesce(sum(total) FILTER (WHERE day >= ${period.from}), 0) AS clicks,
             coalesce(sum(total) FILTER (WHERE day < ${period.from}), 0) AS "clicksBefore",
             coalesce(sum(qr) FILTER (WHERE day >= ${period.from}), 0) AS scans
      FROM click_days WHERE scope_id = url.id AND NOT is_bot AND day BETWEEN ${before.from} AND ${period.to}
    ) AS counts
    WHERE created_by_id = ${userId}::uuid AND (clicks > 0 OR "clicksBefore" > 0)`;
}

function toLink({ shortCode, clicks, clicksBefore, scans }: Row): SummaryLink {
  return { shortCode, clicks: Number(clicks), clicksBefore: Number(clicksBefore), scans: Number(scans) };
}

/** Reads the audit log: changes to single links, and the links' part in bulk changes. */
async function readChanges(userId: string, { from }: DayRange, end: string): Promise<Summary["changes"]> {
  const { TIME_ZONE } = env();
  const [start, stop] = [from, end].map((day) => new Date(startOfDay(day, TIME_ZONE)));
  const own = sql`SELECT id::text FROM short_urls WHERE created_by_id = ${userId}::uuid`;
  const isInPeriod = sql`occurred_at >= ${start} AND occurred_at < ${stop}`;
  const [row] = await queryRows<Summary["changes"]>(
    pool(),
    sql`
      SELECT count(DISTINCT id) FILTER (WHERE action = 'short_url.create')::int AS created,
             count(DISTINCT id) FILTER (WHERE is_update AND after ? 'originalUrl')::int AS redirected,
             count(DISTINCT id) FILTER (WHERE is_update AND after->>'status' = 'paused')::int AS paused,
             count(DISTINCT id) FILTER (WHERE is_update AND after->>'status' = 'active')::int AS activated,
             count(DISTINCT id) FILTER (WHERE after->>'status' = 'deleted')::int AS deleted
      FROM (
        SELECT subject_id AS id, action, action <> 'short_url.create' AS is_update, after
        FROM audit_entries WHERE subject_type = 'short_url' AND subject_id IN (${own}) AND ${isInPeriod}
        UNION ALL
        SELECT item.subject_id, action, true, item.after
        FROM audit_items AS item JOIN audit_entries AS entry ON entry.id = item.entry_id
        WHERE item.subject_id IN (${own}) AND ${isInPeriod}
      ) AS change`,
  );
  return row ?? { created: 0, redirected: 0, paused: 0, activated: 0, deleted: 0 };
}
