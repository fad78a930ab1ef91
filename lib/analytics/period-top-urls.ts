import { memoizeCandidates } from "@/lib/analytics/candidates";
import { type ClickScope, sum } from "@/lib/analytics/rollups";
import { hasFewLinks, TOP_URL_COLUMNS, type TopUrlRow, toTopUrl } from "@/lib/analytics/top-urls";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { addDays, type DayRange } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Up to this many clicks, including bots', all links of the period are compared: they have no more rows than clicks.
 */
const FEW_CLICKS = 5_000;
const CANDIDATES = 1_000;
/** Candidates whose clicks are read, beyond twice those requested. */
const SPARE_CANDIDATES = 40;

type Candidate = { id: string; clicks: number };

/** `links` is a condition on short_urls; null: all of them. */
export type TopScope = ClickScope & { links: Sql | null };

type Question = { range: DayRange; limit: number };

/**
 * The links of a scope with the most clicks of people in a range, including deleted ones, since the totals include their
 * clicks; ties with the newer first. For callers who have authorised it.
 *
 * Adding up a million rows of `click_days` takes half a second. So with many clicks, candidates are selected at
 * intervals, those of the past days apart from those of today; the numbers of the first among them are always current.
 */
export async function listTopOf(
  scope: TopScope,
  { isAllTime, ...question }: Question & { isAllTime: boolean },
): Promise<PeriodTopUrls> {
  const [baseUrl, rows] = await Promise.all([
    getBaseUrl(),
    isAllTime ? readAllTime(scope, question) : readDays(scope, question),
  ]);
  const urls = rows.map(({ totalClicks: _, ...row }) => toTopUrl(row, baseUrl));
  const totalClicks = Number(rows[0]?.totalClicks ?? 0);
  // Links may have got clicks since the totals were read.
  return { totalClicks: Math.max(totalClicks, ...urls.map(({ clickCount }) => clickCount)), urls };
}

type Row = TopUrlRow & { totalClicks: string };

/** Part of the statement that reads the links, so that no link has more clicks than all of them together. */
function totalSql({ days }: TopScope, range: DayRange): Sql {
  return sql`(SELECT coalesce(sum(total), 0) FROM ${days(range)} WHERE NOT is_bot)`;
}

async function readAllTime(scope: TopScope, { range, limit }: Question): Promise<Row[]> {
  const isCandidate = (await hasFewLinks()) ? sql`true` : sql`id = ANY (${await selectAllTime(scope)})`;
  return queryRows<Row>(
    readPool(),
    sql`
      SELECT ${TOP_URL_COLUMNS}, click_count AS "clickCount", ${totalSql(scope, range)} AS "totalClicks"
      FROM short_urls WHERE click_count > 0 AND ${isCandidate} AND ${isInScope(scope)}
      ORDER BY click_count DESC, id DESC LIMIT ${limit}`,
  );
}

/** Candidates may have left the scope since they were selected. */
function isInScope({ links }: TopScope): Sql {
  return links ?? sql`true`;
}

/** Distinguishes scopes; empty: all links. */
function nameOf({ id, links }: TopScope): string {
  return links ? id : "";
}

function selectAllTime(scope: TopScope): Promise<string[]> {
  const statement = sql`
    SELECT id FROM short_urls WHERE ${isInScope(scope)} ORDER BY click_count DESC, id DESC LIMIT ${CANDIDATES}`;
  return memoizeCandidates({ scope: nameOf(scope), key: "all" }, async () =>
    (await queryRows<{ id: string }>(readPool(), statement)).map(({ id }) => id),
  );
}

async function readDays(scope: TopScope, question: Question): Promise<Row[]> {
  const { range, limit } = question;
  const shortlist = await findShortlist(scope, question);
  const ofRange = sql`day BETWEEN ${range.from} AND ${range.to} AND NOT is_bot`;
  return queryRows<Row>(
    readPool(),
    sql`
      WITH counted AS MATERIALIZED (
        ${shortlist ? countShortlist(scope, shortlist, ofRange) : countLinks(scope, sql`sum(total)`, ofRange)}
        ORDER BY clicks DESC, id DESC LIMIT ${limit}
      )
      SELECT ${TOP_URL_COLUMNS}, clicks AS "clickCount", ${totalSql(scope, range)} AS "totalClicks"
      FROM counted JOIN short_urls USING (id) ORDER BY clicks DESC, id DESC`,
  );
}

function countLinks({ links }: TopScope, sum: Sql, ofRange: Sql): Sql {
  return sql`
    SELECT scope_id AS id, ${sum} AS clicks FROM ${countedDays(links)} AND ${ofRange} GROUP BY scope_id`;
}

function countedDays(links: Sql | null): Sql {
  if (!links) return sql`click_days WHERE scope = 'link'`;
  return sql`short_urls JOIN click_days ON scope_id = short_urls.id WHERE ${links}`;
}

/** Looks rows up by primary key; otherwise Postgres would read all links of these days. */
function countShortlist(scope: TopScope, ids: string[], ofRange: Sql): Sql {
  return sql`
    SELECT id, clicks FROM unnest(${ids}::uuid[]) AS shortlisted (id) JOIN short_urls USING (id),
      LATERAL (SELECT sum(total) AS clicks FROM click_days WHERE scope_id = shortlisted.id AND ${ofRange}) AS counted
    WHERE clicks > 0 AND ${isInScope(scope)}`;
}

/** Links that include the most clicked ones; null if all links can be compared. */
async function findShortlist(scope: TopScope, { range, limit }: Question): Promise<string[] | null> {
  const totals = await scope.readTotals(range);
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
  for (const candidates of await Promise.all(parts.map((part) => select(scope, part, versionOf(part).join())))) {
    for (const { id, clicks: some } of candidates) clicks.set(id, (clicks.get(id) ?? 0) + some);
  }
  const ranked = [...clicks].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 2 * limit + SPARE_CANDIDATES).map(([id]) => id);
}

function select(scope: TopScope, { from, to }: DayRange, version: string): Promise<Candidate[]> {
  // A single day needs no sum, which takes most of the time. Sums of bigint would be slow decimals.
  const counted =
    from === to
      ? sql`
        SELECT scope_id AS id, total::float8 AS clicks FROM ${countedDays(scope.links)} AND NOT is_bot AND day = ${to}`
      : countLinks(scope, sql`sum(total::float8)`, sql`NOT is_bot AND day BETWEEN ${from} AND ${to}`);
  const statement = sql`${counted} ORDER BY clicks DESC, id DESC LIMIT ${CANDIDATES}`;
  return memoizeCandidates({ scope: nameOf(scope), key: `${from} ${to}`, version }, () =>
    queryRows<Candidate>(readPool(), statement),
  );
}
