import type { Actor } from "@/lib/actor";
import { memoizeCandidates } from "@/lib/analytics/candidates";
import { addDays, type DayRange } from "@/lib/analytics/days";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { resolveRange } from "@/lib/analytics/queries";
import { readDayTotals, sum } from "@/lib/analytics/rollups";
import type { PeriodTopUrlsQuery } from "@/lib/analytics/schema";
import { hasFewLinks, TOP_URL_COLUMNS, type TopUrlRow, toTopUrl } from "@/lib/analytics/top-urls";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { getBaseUrl } from "@/lib/settings/queries";

/** Up to this many clicks, bots' included, all links of the period are compared: they have no more rows than clicks. */
const FEW_CLICKS = 20_000;
const CANDIDATES = 1_000;
/** Candidates whose clicks are read, beyond twice those asked for. */
const SPARE_FINALISTS = 40;

type Candidate = { id: string; clicks: number };

/**
 * The links with the most clicks of people in a period, including deleted ones, since the totals include their clicks;
 * of equals the newer first.
 *
 * Adding up a million rows of `click_days` takes half a second. So with many clicks, candidates are selected at intervals,
 * those of the past days apart from those of today; the numbers of the first among them are always current.
 *
 * @throws AppError forbidden
 */
export async function getPeriodTopUrls(
  actor: Actor,
  { period, limit }: PeriodTopUrlsQuery,
  now = Date.now(),
): Promise<PeriodTopUrls> {
  // Whoever may call this sees every link.
  if (!canSeeGlobalAnalytics(actor)) throw forbidden();
  const range = await resolveRange(ALL_LINKS, { period }, now);
  const [baseUrl, rows] = await Promise.all([
    getBaseUrl(),
    period === "all" ? readAllTime(range, limit) : readDays(range, limit),
  ]);
  return { totalClicks: Number(rows[0]?.totalClicks ?? 0), urls: rows.map((row) => toUrl(row, baseUrl)) };
}

type Row = TopUrlRow & { totalClicks: string };

function toUrl({ totalClicks, ...row }: Row, baseUrl: string) {
  return toTopUrl(row, baseUrl);
}

/** Read by the statement that reads the links, so that no link has more than all of them together. */
function totalSql({ from, to }: DayRange): Sql {
  return sql`
    (SELECT coalesce(sum(total), 0) FROM click_days
     WHERE scope_id = ${ALL_LINKS} AND day BETWEEN ${from} AND ${to} AND NOT is_bot)`;
}

async function readAllTime(range: DayRange, limit: number): Promise<Row[]> {
  const isCandidate = (await hasFewLinks()) ? sql`true` : sql`id = ANY (${await selectAllTime()})`;
  return queryRows<Row>(
    pool(),
    sql`
      SELECT ${TOP_URL_COLUMNS}, click_count AS "clickCount", ${totalSql(range)} AS "totalClicks"
      FROM short_urls WHERE click_count > 0 AND ${isCandidate} ORDER BY click_count DESC, id DESC LIMIT ${limit}`,
  );
}

function selectAllTime(): Promise<string[]> {
  const statement = sql`SELECT id FROM short_urls ORDER BY click_count DESC, id DESC LIMIT ${CANDIDATES}`;
  return memoizeCandidates({ key: "all" }, async () =>
    (await queryRows<{ id: string }>(pool(), statement)).map(({ id }) => id),
  );
}

async function readDays(range: DayRange, limit: number): Promise<Row[]> {
  const finalists = await findFinalists(range, limit);
  const ofRange = sql`day BETWEEN ${range.from} AND ${range.to} AND NOT is_bot`;
  return queryRows<Row>(
    pool(),
    sql`
      WITH counted AS MATERIALIZED (
        ${finalists ? countFinalists(finalists, ofRange) : countLinks(ofRange)}
        ORDER BY clicks DESC, id DESC LIMIT ${limit}
      )
      SELECT ${TOP_URL_COLUMNS}, clicks AS "clickCount", ${totalSql(range)} AS "totalClicks"
      FROM counted JOIN short_urls USING (id) ORDER BY clicks DESC, id DESC`,
  );
}

function countLinks(ofRange: Sql): Sql {
  return sql`
    SELECT scope_id AS id, sum(total) AS clicks FROM click_days WHERE scope = 'link' AND ${ofRange} GROUP BY scope_id`;
}

/** By the primary key: otherwise Postgres would read all links of these days. */
function countFinalists(ids: string[], ofRange: Sql): Sql {
  return sql`
    SELECT id, clicks FROM unnest(${ids}::uuid[]) AS finalist (id),
      LATERAL (SELECT sum(total) AS clicks FROM click_days WHERE scope_id = finalist.id AND ${ofRange}) AS counted
    WHERE clicks > 0`;
}

/** The links that the most clicked ones are among; null if all links can be compared. */
async function findFinalists(range: DayRange, limit: number): Promise<string[] | null> {
  const totals = await readDayTotals(ALL_LINKS, range);
  if (sum(totals, "total") <= FEW_CLICKS) return null;
  const days = totals.filter(({ isBot }) => !isBot);
  const versionOf = (part: DayRange) =>
    days.filter(({ day }) => day >= part.from && day <= part.to).map(({ day, version }) => `${day} ${version}`);
  // Today's rows change all the time, earlier ones hardly ever.
  const parts = [
    { from: range.from, to: addDays(range.to, -1) },
    { from: range.to, to: range.to },
  ].filter(({ from, to }) => from <= to);
  const clicks = new Map<string, number>();
  for (const candidates of await Promise.all(parts.map((part) => select(part, versionOf(part).join())))) {
    for (const { id, clicks: some } of candidates) clicks.set(id, (clicks.get(id) ?? 0) + some);
  }
  const ranked = [...clicks].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 2 * limit + SPARE_FINALISTS).map(([id]) => id);
}

function select({ from, to }: DayRange, version: string): Promise<Candidate[]> {
  const isCounted = sql`scope = 'link' AND NOT is_bot`;
  // Of a single day, there is nothing to add up, which takes most of the time. Sums of bigint would be slow decimals.
  const counted =
    from === to
      ? sql`SELECT scope_id AS id, total::float8 AS clicks FROM click_days WHERE ${isCounted} AND day = ${to}`
      : sql`
        SELECT scope_id AS id, sum(total::float8) AS clicks FROM click_days
        WHERE ${isCounted} AND day BETWEEN ${from} AND ${to} GROUP BY scope_id`;
  const statement = sql`${counted} ORDER BY clicks DESC, id DESC LIMIT ${CANDIDATES}`;
  return memoizeCandidates({ key: `${from} ${to}`, version }, () => queryRows<Candidate>(pool(), statement));
}
