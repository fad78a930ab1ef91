import type { PoolClient } from "pg";
import {
  ALL_LINKS,
  addCount,
  addDay,
  addToSharedDays,
  type DayCounts,
  type DayKey,
  type Days,
  dayIn,
  keyOf,
  type Scope,
  writeDays,
} from "@/lib/clicks/click-days";
import { localTimeSql } from "@/lib/clicks/day-sql";
import { COLUMNS, countName, DIMENSIONS, dimensionsOf, FIELDS, hourName, OF_LINKS_ONLY } from "@/lib/clicks/dimensions";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { type LinkOwners, lockSharedDays } from "@/lib/clicks/locks";
import type { LocalHour } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { execute, join, raw, type Sql, sql } from "@/lib/db/sql";

/*
 * How a click is counted. It counts for its link, for the group of that link, for the user who created it and for all
 * links, on its day in the installation's time zone, bots and people separately; for its link also by the hour of that
 * day and the placement of the QR code. A visitor counts once a day for each link, and once for all links.
 *
 * Storing and removing clicks change the counts with `updateCounts`. Counting all clicks of a day again is a query,
 * `tallySql`. counting.db.test.ts compares them.
 */

export type CountedClick = Pick<EnrichedClick, "urlId" | "isBot" | "accessMethod" | "visitorHash"> &
  Pick<EnrichedClick, (typeof FIELDS)[keyof typeof FIELDS]>;

/** A click with its day and hour in the installation's time zone. */
export type DatedClick<Click extends CountedClick = CountedClick> = { click: Click } & LocalHour;

/** A visitor of a link, or of ALL_LINKS, on a day. */
export type Visitor = { day: string; urlId: string; hash: string };

type Change = {
  /** 1 for clicks that were added, -1 for clicks that were removed. */
  by: 1 | -1;
  visits: readonly DatedClick[];
  /** Links of the clicks. */
  links: ReadonlyMap<string, LinkOwners>;
  /** The rows of their links, read while the links are locked. */
  linkDays: Days;
  /** Adds or removes visitors. Returns those that were not there before, or have no click left. */
  changeVisitors: (visitors: Visitor[]) => Promise<Visitor[]>;
};

/** Counts that links with the same owners add to one day of each owner, and of all links. */
type Sum = { owners: LinkOwners; added: DayCounts };

/** Adds clicks to all counts, or removes them. The caller holds the locks of their links. */
export async function updateCounts(client: PoolClient, change: Change): Promise<void> {
  const { by, visits, links, linkDays } = change;
  const sums = new Map<string, Sum>();
  const changed = new Map<DayCounts, Sum>();
  const changeDay = (urlId: string, day: string, isBot: boolean) => {
    const row = dayIn(linkDays, { scope: "link", scopeId: urlId, day, isBot });
    const sum = changed.get(row) ?? sumIn(sums, links.get(urlId) ?? NOBODY, row);
    changed.set(row, sum);
    return { row, added: sum.added };
  };
  for (const { click, day, hour } of visits) {
    countClick(changeDay(click.urlId, day, click.isBot), { click, hour, by });
  }
  const visitors = await change.changeVisitors(visitorsOf(visits));
  for (const { urlId, day } of visitors) {
    const { row, added } = changeDay(urlId, day, false);
    row.visitors += by;
    added.visitors += by;
  }
  await writeDays(client, [...changed.keys()]);
  await updateCounters(client, visits, by);
  await updateShared(client, change, { sums: [...sums.values()], visitors });
}

function sumIn(sums: Map<string, Sum>, owners: LinkOwners, { day, isBot }: DayKey): Sum {
  const key = ofAll(day, isBot);
  const name = `${owners.groupId} ${owners.createdById} ${keyOf(key)}`;
  const sum = sums.get(name) ?? { owners, added: dayIn(new Map(), key) };
  sums.set(name, sum);
  return sum;
}

const NOBODY: LinkOwners = { groupId: null, createdById: null };

type Place = { row: DayCounts; added: DayCounts };
type Counted = { click: CountedClick; hour: string; by: 1 | -1 };

/** Counts a click in its link's row and in the sums for other rows. */
function countClick({ row, added }: Place, { click, hour, by }: Counted): void {
  row.total += by;
  added.total += by;
  if (click.accessMethod === "qr") {
    row.qr += by;
    added.qr += by;
  }
  for (const dimension of DIMENSIONS) {
    const value = click[FIELDS[dimension]];
    if (!value) continue;
    const name = countName(dimension, value);
    addCount(row.counts, name, by);
    addCount(added.counts, name, by);
  }
  for (const dimension of OF_LINKS_ONLY) {
    const value = click[FIELDS[dimension]];
    if (value) addCount(row.counts, countName(dimension, value), by);
  }
  addCount(row.counts, hourName(hour), by);
}

/** Visitors who are people, once per link and day. */
function visitorsOf(visits: readonly DatedClick[]): Visitor[] {
  const visitors = new Map<string, Visitor>();
  for (const { click, day } of visits) {
    const { isBot, urlId, visitorHash: hash } = click;
    if (!isBot && hash) visitors.set(`${day} ${hash} ${urlId}`, { day, hash, urlId });
  }
  return [...visitors.values()];
}

/** Updates the links' own counters, which count only people. */
async function updateCounters(client: PoolClient, visits: readonly DatedClick[], by: 1 | -1): Promise<void> {
  const counts = new Map<string, number>();
  for (const { click } of visits) if (!click.isBot) counts.set(click.urlId, (counts.get(click.urlId) ?? 0) + by);
  if (counts.size === 0) return;
  const update = sql`
    UPDATE short_urls SET click_count = click_count + added.count
    FROM unnest(${plainArray([...counts.keys()])}::uuid[], ${plainArray([...counts.values()])}::bigint[]) AS added (id, count)
    WHERE short_urls.id = added.id`;
  await execute(client, update, "update-counters");
}

type Shared = { sums: Sum[]; visitors: Visitor[] };

/** Updates the few rows of groups, users and all links, which every drain changes. */
async function updateShared(client: PoolClient, change: Change, { sums, visitors }: Shared): Promise<void> {
  const shared: Days = new Map();
  for (const { owners, added } of sums) {
    const { groupId, createdById } = owners;
    if (groupId) addDay(dayIn(shared, { ...added, scope: "group", scopeId: groupId }), added);
    if (createdById) addDay(dayIn(shared, { ...added, scope: "user", scopeId: createdById }), added);
    addDay(dayIn(shared, added), { ...added, visitors: 0 });
  }
  const onAnyLink = new Map<string, Visitor>();
  for (const { day, hash } of visitors) onAnyLink.set(`${day} ${hash}`, { day, hash, urlId: ALL_LINKS });
  await lockSharedDays(client);
  for (const { day } of await change.changeVisitors([...onAnyLink.values()])) {
    dayIn(shared, ofAll(day, false)).visitors += change.by;
  }
  await addToSharedDays(client, shared);
}

function ofAll(day: string, isBot: boolean): DayKey {
  return { scope: "all", scopeId: ALL_LINKS, day, isBot };
}

/** For a stored click joined with its link: the scope's id, and what identifies a visitor in this scope. */
const SCOPES: Record<Scope, { id: Sql; visitor: Sql }> = {
  link: { id: sql`url_id`, visitor: sql`visitor` },
  group: { id: sql`group_id`, visitor: sql`(url_id, visitor)` },
  user: { id: sql`created_by_id`, visitor: sql`(url_id, visitor)` },
  all: { id: raw(`'${ALL_LINKS}'::uuid`), visitor: sql`visitor` },
};

/**
 * The rows of click_days that clicks amount to, in the order of its columns. Reads the clicks once.
 *
 * @param areCounted condition on clicks
 * @param day the day that they all fall on
 */
export function tallySql(areCounted: Sql, day: string): Sql {
  return sql`
    WITH visits AS MATERIALIZED (
      SELECT url_id, group_id, created_by_id, occurred_at, is_bot, access_method, visitor,
             ${raw(Object.values(COLUMNS).join(", "))}
      FROM stored_clicks JOIN short_urls ON short_urls.id = url_id WHERE ${areCounted}
    )
    ${join(
      (Object.keys(SCOPES) as Scope[]).map((scope) => tallyOfScope(scope, day)),
      " UNION ALL ",
    )}`;
}

function tallyOfScope(scope: Scope, day: string): Sql {
  const { id, visitor } = SCOPES[scope];
  const names = dimensionsOf(scope).map((dimension) => raw(`('${dimension}:' || nullif(${COLUMNS[dimension]}, ''))`));
  if (scope === "link") names.push(sql`(${hourName("")} || to_char(${localTimeSql(sql`occurred_at`)}, 'HH24'))`);
  return sql`
    SELECT ${scope}::click_scope, scope_id, ${day}::date, is_bot, total, qr, visitors, coalesce(counts, '{}')
    FROM (
      SELECT ${id} AS scope_id, is_bot, count(*) AS total, count(*) FILTER (WHERE access_method = 'qr') AS qr,
             count(DISTINCT ${visitor}) FILTER (WHERE NOT is_bot AND visitor IS NOT NULL) AS visitors
      FROM visits WHERE ${id} IS NOT NULL GROUP BY 1, 2
    ) AS totals
    LEFT JOIN (
      SELECT scope_id, is_bot, json_object_agg(name, count ORDER BY name) AS counts
      FROM (
        SELECT ${id} AS scope_id, is_bot, name, count(*) AS count
        FROM visits, LATERAL (VALUES ${join(names, ", ")}) AS value (name)
        WHERE name IS NOT NULL GROUP BY 1, 2, 3
      ) AS named
      GROUP BY scope_id, is_bot
    ) AS counted USING (scope_id, is_bot)`;
}
