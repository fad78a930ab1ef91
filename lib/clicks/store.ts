import type { PoolClient } from "pg";
import {
  ALL_LINKS,
  addToSharedDays,
  type DayCounts,
  type DayKey,
  type Days,
  dayIn,
  keyOf,
  readDays,
  writeDays,
} from "@/lib/clicks/click-days";
import { boundedValue, countName, DIMENSIONS, FIELDS, FREE_DIMENSIONS, KnownValues } from "@/lib/clicks/dimensions";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { joinCounting, lockLinks, lockSharedDays } from "@/lib/clicks/locks";
import { addVisitors, holdVisitorsOf, type Visitor } from "@/lib/clicks/visitors";
import { dayOf } from "@/lib/days";
import { plainArray, textArray } from "@/lib/db/arrays";
import { env } from "@/lib/env";

/** On which every process that shows numbers as they come listens. */
export const CLICKS_STORED = "clicks_stored";

/** A click and the day of the installation that it falls on. */
type Visit = { click: EnrichedClick; day: string };

/**
 * Writes clicks, what is counted of them by link, by group and over all links, and the links'
 * counters, inside the caller's transaction. Bots are stored and counted apart.
 *
 * @returns the links among them that do not exist, whose clicks are not stored
 */
export async function storeClicks(client: PoolClient, clicks: EnrichedClick[]): Promise<ReadonlySet<string>> {
  if (clicks.length === 0) return new Set();
  await joinCounting(client);
  await ensurePartitions(client, clicks);
  const { TIME_ZONE } = env();
  const visits = clicks.map((click) => ({ click, day: dayOf(click.at, TIME_ZONE) }));
  await holdVisitorsOf(client, [...new Set(visits.map(({ day }) => day))]);
  const urlIds = new Set(clicks.map(({ urlId }) => urlId));
  const groups = await lockLinks(client, [...urlIds]);
  const missing = new Set([...urlIds].filter((urlId) => !groups.has(urlId)));
  const known = missing.size > 0 ? visits.filter(({ click }) => groups.has(click.urlId)) : visits;

  const [days, ofAll] = [
    await readDays(
      client,
      keysOf(known, (urlId) => urlId),
    ),
    await readDays(
      client,
      keysOf(known, () => ALL_LINKS),
    ),
  ];
  const added = await insertClicks(client, boundValues(known, days, ofAll));
  if (added.length === 0) return missing;

  const changed = new Set(added.map((visit) => count(dayOfLink(days, visit), visit)));
  const visitors = await addVisitors(client, visitorsOf(added));
  for (const { urlId, day } of visitors) dayIn(days, urlId, day, false).visitors += 1;
  await writeDays(client, "link", [...changed]);
  await addToCounters(client, added);
  await addToShared(client, added, { groups, visitors });
  await client.query("SELECT pg_notify($1, '')", [CLICKS_STORED]);
  return missing;
}

/** Asked each time: a partition that was made in a transaction goes with it when that is rolled back. */
async function ensurePartitions(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const months = new Set(clicks.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`));
  await client.query("SELECT ensure_click_partition(month) FROM unnest($1::timestamptz[]) AS month", [[...months]]);
  // Who makes a partition has the table alone until their end: to be waited for before anything else is locked.
  await client.query("LOCK TABLE ONLY clicks IN ROW EXCLUSIVE MODE");
}

function keysOf(visits: Visit[], scopeOf: (urlId: string) => string): Iterable<DayKey> {
  const keys = new Map<string, DayKey>();
  for (const { click, day } of visits) {
    const scopeId = scopeOf(click.urlId);
    keys.set(keyOf(scopeId, day, click.isBot), { scopeId, day, isBot: click.isBot });
  }
  return keys.values();
}

function dayOfLink(days: Days, { click, day }: Visit): DayCounts {
  return dayIn(days, click.urlId, day, click.isBot);
}

/** Each click with the values that it is stored and counted under. */
function boundValues(visits: Visit[], days: Days, ofAll: Days): Visit[] {
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
    const ofLink = valuesOf(dayOfLink(days, visit));
    const ofEvery = valuesOf(dayIn(ofAll, ALL_LINKS, visit.day, visit.click.isBot));
    let { click } = visit;
    for (const dimension of FREE_DIMENSIONS) {
      const value = click[FIELDS[dimension]];
      const kept = value && boundedValue(dimension, value, { ofLink, ofAll: ofEvery });
      if (kept !== value) click = { ...click, [FIELDS[dimension]]: kept };
    }
    return click === visit.click ? visit : { click, day: visit.day };
  });
}

/** Gives those that were not there: what a spool holds that came back from a backup was stored already. */
async function insertClicks(client: PoolClient, visits: Visit[]): Promise<Visit[]> {
  const clicks = visits.map(({ click }) => click);
  const { rowCount } = await client.query({
    name: "insert-clicks",
    text: `
      INSERT INTO clicks (url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent,
                          device_type, os, browser, referrer_host, country, visitor_hash)
      SELECT url_id, to_timestamp(at / 1000.0), id, access_method::access_method, is_bot, ip, referer, user_agent,
             device_type, os, browser, referrer_host, country, visitor_hash
      FROM unnest($1::uuid[], $2::float8[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[],
                  $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
        AS click (url_id, at, id, access_method, is_bot, ip, referer, user_agent,
                  device_type, os, browser, referrer_host, country, visitor_hash)
      ON CONFLICT DO NOTHING`,
    values: [
      plainArray(clicks.map((click) => click.urlId)),
      plainArray(clicks.map((click) => click.at)),
      plainArray(clicks.map((click) => click.id)),
      plainArray(clicks.map((click) => click.accessMethod)),
      plainArray(clicks.map((click) => click.isBot)),
      textArray(clicks.map((click) => click.ip)),
      textArray(clicks.map((click) => click.referer)),
      textArray(clicks.map((click) => click.userAgent)),
      textArray(clicks.map((click) => click.deviceType)),
      textArray(clicks.map((click) => click.os)),
      textArray(clicks.map((click) => click.browser)),
      textArray(clicks.map((click) => click.referrerHost)),
      textArray(clicks.map((click) => click.country)),
      textArray(clicks.map((click) => click.visitorHash)),
    ],
  });
  if (rowCount === visits.length) return visits;
  const added = await findInserted(client, clicks);
  // A click that is there twice is counted once.
  return visits.filter(({ click }) => added.delete(click.id));
}

/** Those of them that this transaction has inserted. Asked when it was not all: to return them each time takes longer. */
async function findInserted(client: PoolClient, clicks: EnrichedClick[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT clicks.id FROM clicks
     JOIN unnest($1::uuid[], $2::float8[], $3::uuid[]) AS sent (url_id, at, id)
       ON sent.url_id = clicks.url_id AND to_timestamp(sent.at / 1000.0) = occurred_at AND sent.id = clicks.id
     WHERE clicks.xmin = pg_current_xact_id()::xid`,
    [
      plainArray(clicks.map(({ urlId }) => urlId)),
      plainArray(clicks.map(({ at }) => at)),
      plainArray(clicks.map(({ id }) => id)),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

function count(row: DayCounts, { click }: Visit): DayCounts {
  row.total += 1;
  if (click.accessMethod === "qr") row.qr += 1;
  for (const dimension of DIMENSIONS) {
    const value = click[FIELDS[dimension]];
    if (!value) continue;
    const name = countName(dimension, value);
    row.counts[name] = (row.counts[name] ?? 0) + 1;
  }
  return row;
}

/** People, each once for a link and day. */
function visitorsOf(visits: Visit[]): Visitor[] {
  const visitors = new Map<string, Visitor>();
  for (const { click, day } of visits) {
    if (click.isBot || !click.visitorHash) continue;
    const { urlId, visitorHash: hash } = click;
    visitors.set(`${day} ${hash} ${urlId}`, { day, hash, urlId });
  }
  return [...visitors.values()];
}

async function addToCounters(client: PoolClient, visits: Visit[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { click } of visits) if (!click.isBot) counts.set(click.urlId, (counts.get(click.urlId) ?? 0) + 1);
  if (counts.size === 0) return;
  await client.query({
    name: "add-to-counters",
    text: `
      UPDATE short_urls SET click_count = click_count + added.count
      FROM unnest($1::uuid[], $2::bigint[]) AS added (id, count)
      WHERE short_urls.id = added.id`,
    values: [plainArray([...counts.keys()]), plainArray([...counts.values()])],
  });
}

/** The same to the links' groups and to all: a few rows, which every drain writes to. */
async function addToShared(
  client: PoolClient,
  visits: Visit[],
  { groups, visitors }: { groups: Map<string, string | null>; visitors: Visitor[] },
): Promise<void> {
  const ofGroups: Days = new Map();
  const ofAll: Days = new Map();
  for (const visit of visits) {
    const { click, day } = visit;
    const groupId = groups.get(click.urlId);
    if (groupId) count(dayIn(ofGroups, groupId, day, click.isBot), visit);
    count(dayIn(ofAll, ALL_LINKS, day, click.isBot), visit);
  }
  const firstOfDay = new Map<string, Visitor>();
  for (const { day, urlId, hash } of visitors) {
    const groupId = groups.get(urlId);
    if (groupId) dayIn(ofGroups, groupId, day, false).visitors += 1;
    firstOfDay.set(`${day} ${hash}`, { day, hash, urlId: ALL_LINKS });
  }
  await lockSharedDays(client);
  for (const { day } of await addVisitors(client, [...firstOfDay.values()])) {
    dayIn(ofAll, ALL_LINKS, day, false).visitors += 1;
  }
  await addToSharedDays(client, "group", ofGroups);
  await addToSharedDays(client, "all", ofAll);
}
