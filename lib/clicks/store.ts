import type { PoolClient } from "pg";
import { ALL_LINKS, type DayCounts, type DayKey, type Days, dayIn, keyOf, readDays } from "@/lib/clicks/click-days";
import { updateCounts, type Visit, type Visitor } from "@/lib/clicks/counting";
import { boundedValue, FIELDS, FREE_DIMENSIONS, KnownValues } from "@/lib/clicks/dimensions";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { lockCountingShared, lockLinks } from "@/lib/clicks/locks";
import { addVisitors, ensureVisitorsLoaded } from "@/lib/clicks/visitors";
import { dayOf } from "@/lib/days";
import { plainArray, textArray } from "@/lib/db/arrays";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";

/** Channel of NOTIFY for processes that show live numbers. */
export const CLICKS_STORED = "clicks_stored";

type StoredVisit = Visit<EnrichedClick>;

/**
 * Stores and counts clicks in the caller's transaction.
 *
 * @returns the ids of links that do not exist; their clicks are not stored
 */
export async function storeClicks(client: PoolClient, clicks: EnrichedClick[]): Promise<ReadonlySet<string>> {
  if (clicks.length === 0) return new Set();
  await lockCountingShared(client);
  await ensurePartitions(client, clicks);
  const { TIME_ZONE } = env();
  const visits = clicks.map((click) => ({ click, day: dayOf(click.at, TIME_ZONE) }));
  await ensureVisitorsLoaded(client, [...new Set(visits.map(({ day }) => day))]);
  const urlIds = new Set(clicks.map(({ urlId }) => urlId));
  const groups = await lockLinks(client, [...urlIds]);
  const missing = new Set([...urlIds].filter((urlId) => !groups.has(urlId)));
  const known = missing.size > 0 ? visits.filter(({ click }) => groups.has(click.urlId)) : visits;

  const linkDays = await readDays(
    client,
    keysOf(known, (urlId) => urlId),
  );
  const ofAll = await readDays(
    client,
    keysOf(known, () => ALL_LINKS),
  );
  const added = await insertClicks(client, boundValues(known, linkDays, ofAll));
  if (added.length === 0) return missing;
  const changeVisitors = (visitors: Visitor[]) => addVisitors(client, visitors);
  await updateCounts(client, { by: 1, visits: added, groups, linkDays, changeVisitors });
  await execute(client, sql`SELECT pg_notify(${CLICKS_STORED}, '')`);
  return missing;
}

/** Checked in each transaction, since a rollback also removes a new partition. */
async function ensurePartitions(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const months = new Set(clicks.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`));
  await execute(client, sql`SELECT ensure_click_partition(month) FROM unnest(${[...months]}::timestamptz[]) AS month`);
  // Creating a partition locks the table until that transaction ends. Wait for it before taking any other lock.
  await execute(client, sql`LOCK TABLE ONLY clicks IN ROW EXCLUSIVE MODE`);
}

function keysOf(visits: StoredVisit[], scopeOf: (urlId: string) => string): Iterable<DayKey> {
  const keys = new Map<string, DayKey>();
  for (const { click, day } of visits) {
    const scopeId = scopeOf(click.urlId);
    keys.set(keyOf(scopeId, day, click.isBot), { scopeId, day, isBot: click.isBot });
  }
  return keys.values();
}

/** Replaces values that are one too many (decision 0045). */
function boundValues(visits: StoredVisit[], linkDays: Days, ofAll: Days): StoredVisit[] {
  const values = new Map<DayCounts, KnownValues>();
  const valuesOf = (row: DayCounts) => {
    let known = values.get(row);
    if (!known) {
      known = new KnownValues(row.counts);
      values.set(row, known);
    }
    return known;
  };
  return visits.map((visit) => {
    let { click } = visit;
    const ofLink = valuesOf(dayIn(linkDays, click.urlId, visit.day, click.isBot));
    const ofEvery = valuesOf(dayIn(ofAll, ALL_LINKS, visit.day, click.isBot));
    for (const dimension of FREE_DIMENSIONS) {
      const value = click[FIELDS[dimension]];
      const kept = value && boundedValue(dimension, value, { ofLink, ofAll: ofEvery });
      if (kept !== value) click = { ...click, [FIELDS[dimension]]: kept };
    }
    return click === visit.click ? visit : { click, day: visit.day };
  });
}

/** Returns those that were not stored before, as clicks in a spool restored from a backup were. */
async function insertClicks(client: PoolClient, visits: StoredVisit[]): Promise<StoredVisit[]> {
  const clicks = visits.map(({ click }) => click);
  const insert = sql`
    INSERT INTO clicks (url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent,
                        device_type, os, browser, referrer_host, country, visitor_hash)
    SELECT url_id, to_timestamp(at / 1000.0), id, access_method::access_method, is_bot, ip, referer, user_agent,
           device_type, os, browser, referrer_host, country, visitor_hash
    FROM unnest(${plainArray(clicks.map((click) => click.urlId))}::uuid[],
                ${plainArray(clicks.map((click) => click.at))}::float8[],
                ${plainArray(clicks.map((click) => click.id))}::uuid[],
                ${plainArray(clicks.map((click) => click.accessMethod))}::text[],
                ${plainArray(clicks.map((click) => click.isBot))}::boolean[],
                ${textArray(clicks.map((click) => click.ip))}::text[],
                ${textArray(clicks.map((click) => click.referer))}::text[],
                ${textArray(clicks.map((click) => click.userAgent))}::text[],
                ${textArray(clicks.map((click) => click.deviceType))}::text[],
                ${textArray(clicks.map((click) => click.os))}::text[],
                ${textArray(clicks.map((click) => click.browser))}::text[],
                ${textArray(clicks.map((click) => click.referrerHost))}::text[],
                ${textArray(clicks.map((click) => click.country))}::text[],
                ${textArray(clicks.map((click) => click.visitorHash))}::text[])
      AS click (url_id, at, id, access_method, is_bot, ip, referer, user_agent,
                device_type, os, browser, referrer_host, country, visitor_hash)
    ON CONFLICT DO NOTHING`;
  if ((await execute(client, insert, "insert-clicks")) === visits.length) return visits;
  const added = await findInserted(client, clicks);
  // A click that comes twice in one batch is counted once.
  return visits.filter(({ click }) => added.delete(click.id));
}

/** Ids of the clicks that this transaction has inserted. Cheaper than RETURNING them each time. */
async function findInserted(client: PoolClient, clicks: EnrichedClick[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    client,
    sql`
      SELECT clicks.id FROM clicks
      JOIN unnest(${plainArray(clicks.map(({ urlId }) => urlId))}::uuid[],
                  ${plainArray(clicks.map(({ at }) => at))}::float8[],
                  ${plainArray(clicks.map(({ id }) => id))}::uuid[]) AS sent (url_id, at, id)
        ON sent.url_id = clicks.url_id AND to_timestamp(sent.at / 1000.0) = occurred_at AND sent.id = clicks.id
      WHERE clicks.xmin = pg_current_xact_id()::xid`,
  );
  return new Set(rows.map(({ id }) => id));
}
