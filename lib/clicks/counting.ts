import type { PoolClient } from "pg";
import {
  ALL_LINKS,
  addCount,
  addToSharedDays,
  type DayCounts,
  type Days,
  dayIn,
  type Scope,
  writeDays,
} from "@/lib/clicks/click-days";
import { localTimeSql } from "@/lib/clicks/day-sql";
import { COLUMNS, countName, dimensionsOf, FIELDS, hourName } from "@/lib/clicks/dimensions";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { lockSharedDays } from "@/lib/clicks/locks";
import type { LocalHour } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { execute, join, raw, type Sql, sql } from "@/lib/db/sql";

/*
 * How a click is counted. It counts for its link, for the group of that link and for all links, on its day of the
 * installation, bots apart from people; for its link also by the hour of that day and the placement of the
 * QR code. A visitor counts once a day for each link, and once for all links.
 *
 * Storing and removing clicks change the counts with `updateCounts`. Counting all clicks of a day again is a query,
 * `tallySql`. counting.db.test.ts compares them.
 */

export type CountedClick = Pick<EnrichedClick, "urlId" | "isBot" | "accessMethod" | "visitorHash"> &
  Pick<EnrichedClick, (typeof FIELDS)[keyof typeof FIELDS]>;

/** A click with its day and hour of the installation. */
export type Visit<Click extends CountedClick = CountedClick> = { click: Click } & LocalHour;

/** A visitor of a link, or of ALL_LINKS, on a day. */
export type Visitor = { day: string; urlId: string; hash: string };

type Change = {
  /** 1 for clicks that were added, -1 for clicks that were removed. */
  by: 1 | -1;
  visits: readonly Visit[];
  /** The group of each of their links. */
  groups: ReadonlyMap<string, string | null>;
  /** The rows of their links, read while the links are locked. */
  linkDays: Days;
  /** Adds or removes visitors. Returns those that were not there before, or have no click left. */
  changeVisitors: (visitors: Visitor[]) => Promise<Visitor[]>;
};

/** Adds clicks to everything that is counted, or takes them out of it. The caller holds the locks of their links. */
export async function updateCounts(client: PoolClient, change: Change): Promise<void> {
  const { by, visits, linkDays } = change;
  const changed = visits.map(({ click, day, hour }) => {
    const row = addClick(dayIn(linkDays, click.urlId, day, click.isBot), { click, scope: "link", by });
    addCount(row.counts, hourName(hour), by);
    return row;
  });
  const visitors = await change.changeVisitors(visitorsOf(visits));
  for (const { urlId, day } of visitors) dayIn(linkDays, urlId, day, false).visitors += by;
  await writeDays(client, "link", [...new Set(changed)]);
  await updateCounters(client, visits, by);
  await updateShared(client, change, visitors);
}

type Addition = { click: CountedClick; scope: Scope; by: 1 | -1 };

function addClick(row: DayCounts, { click, scope, by }: Addition): DayCounts {
  row.total += by;
  if (click.accessMethod === "qr") row.qr += by;
  for (const dimension of dimensionsOf(scope)) {
    const value = click[FIELDS[dimension]];
    if (value) addCount(row.counts, countName(dimension, value), by);
  }
  return row;
}

/** People, once for each link and day. */
function visitorsOf(visits: readonly Visit[]): Visitor[] {
  const visitors = new Map<string, Visitor>();
  for (const { click, day } of visits) {
    const { isBot, urlId, visitorHash: hash } = click;
    if (!isBot && hash) visitors.set(`${day} ${hash} ${urlId}`, { day, hash, urlId });
  }
  return [...visitors.values()];
}

/** The links' own counters, of people only. */
async function updateCounters(client: PoolClient, visits: readonly Visit[], by: 1 | -1): Promise<void> {
  const counts = new Map<string, number>();
  for (const { click } of visits) if (!click.isBot) counts.set(click.urlId, (counts.get(click.urlId) ?? 0) + by);
  if (counts.size === 0) return;
  const update = sql`
    UPDATE short_urls SET click_count = click_count + added.count
    FROM unnest(${plainArray([...counts.keys()])}::uuid[], ${plainArray([...counts.values()])}::bigint[]) AS added (id, count)
    WHERE short_urls.id = added.id`;
  await execute(client, update, "update-counters");
}

/** The few rows of groups and of all links, which every drain changes. */
async function updateShared(client: PoolClient, change: Change, visitors: Visitor[]): Promise<void> {
  const { by, visits, groups } = change;
  const ofGroups: Days = new Map();
  const ofAll: Days = new Map();
  for (const { click, day } of visits) {
    const groupId = groups.get(click.urlId);
    if (groupId) addClick(dayIn(ofGroups, groupId, day, click.isBot), { click, scope: "group", by });
    addClick(dayIn(ofAll, ALL_LINKS, day, click.isBot), { click, scope: "all", by });
  }
  const onAnyLink = new Map<string, Visitor>();
  for (const { day, urlId, hash } of visitors) {
    const groupId = groups.get(urlId);
    if (groupId) dayIn(ofGroups, groupId, day, false).visitors += by;
    onAnyLink.set(`${day} ${hash}`, { day, hash, urlId: ALL_LINKS });
  }
  await lockSharedDays(client);
  for (const { day } of await change.changeVisitors([...onAnyLink.values()])) {
    dayIn(ofAll, ALL_LINKS, day, false).visitors += by;
  }
  await addToSharedDays(client, "group", ofGroups);
  await addToSharedDays(client, "all", ofAll);
}

/** Of a stored click joined with its link: the scope that it counts for, and what is one visitor there. */
const SCOPES: Record<Scope, { id: Sql; visitor: Sql }> = {
  link: { id: sql`url_id`, visitor: sql`visitor` },
  group: { id: sql`group_id`, visitor: sql`(url_id, visitor)` },
  all: { id: raw(`'${ALL_LINKS}'::uuid`), visitor: sql`visitor` },
};

/**
 * The rows of click_days that clicks amount to, without the column `scope`.
 *
 * @param areCounted condition on clicks
 * @param day the day that they all fall on
 */
export function tallySql(scope: Scope, areCounted: Sql, day: string): Sql {
  const { id, visitor } = SCOPES[scope];
  const names = dimensionsOf(scope).map((dimension) => raw(`('${dimension}:' || nullif(${COLUMNS[dimension]}, ''))`));
  if (scope === "link") names.push(sql`(${hourName("")} || to_char(${localTimeSql(sql`occurred_at`)}, 'HH24'))`);
  return sql`
    WITH visits AS MATERIALIZED (
      SELECT clicks.*, ${id} AS scope_id FROM stored_clicks AS clicks JOIN short_urls ON short_urls.id = url_id
      WHERE ${areCounted} AND ${id} IS NOT NULL
    ),
    named AS (
      SELECT scope_id, is_bot, name, count(*) AS count
      FROM visits, LATERAL (VALUES ${join(names, ", ")}) AS value (name)
      WHERE name IS NOT NULL GROUP BY scope_id, is_bot, name
    ),
    counts AS (
      SELECT scope_id, is_bot, json_object_agg(name, count ORDER BY name) AS counts
      FROM named GROUP BY scope_id, is_bot
    ),
    totals AS (
      SELECT scope_id, is_bot, count(*) AS total, count(*) FILTER (WHERE access_method = 'qr') AS qr,
             count(DISTINCT ${visitor}) FILTER (WHERE NOT is_bot AND visitor IS NOT NULL) AS visitors
      FROM visits GROUP BY scope_id, is_bot
    )
    SELECT scope_id, ${day}::date AS day, is_bot, total, qr, visitors, coalesce(counts, '{}') AS counts
    FROM totals LEFT JOIN counts USING (scope_id, is_bot)`;
}
