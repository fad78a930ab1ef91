import type { Pool, PoolClient } from "pg";
import { ALL_LINKS, type DayCounts, type DayKey, type Days, dayIn, keyOf, readDays } from "@/lib/clicks/click-days";
import { type DatedClick, updateCounts, type Visitor } from "@/lib/clicks/counting";
import { boundedValue, FIELDS, FREE_DIMENSIONS, KnownValues } from "@/lib/clicks/dimensions";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { insertVisits } from "@/lib/clicks/insert-visits";
import { lockCountingShared, lockLinks } from "@/lib/clicks/locks";
import { forgetDeletedValues } from "@/lib/clicks/value-tables";
import { addVisitors, ensureVisitorsLoaded } from "@/lib/clicks/visitors";
import { localHourOf } from "@/lib/days";
import { execute, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { measure } from "@/lib/process-counts";

/** Channel of NOTIFY for processes that show live numbers. */
export const CLICKS_STORED = "clicks_stored";

type StoredVisit = DatedClick<EnrichedClick>;

/**
 * Stores and counts clicks in the caller's transaction.
 *
 * @param on the transaction, and the pool from which values that many clicks share are added beforehand
 * @returns the ids of nonexistent links, whose clicks are not stored, and the number of clicks not stored before
 */
export async function storeClicks(
  on: { client: PoolClient; pool: Pool },
  clicks: EnrichedClick[],
): Promise<{ missing: ReadonlySet<string>; added: number }> {
  if (clicks.length === 0) return { missing: new Set(), added: 0 };
  const { client } = on;
  await lockCountingShared(client);
  await forgetDeletedValues(client);
  await ensurePartitions(client, clicks);
  const { TIME_ZONE } = env();
  const visits = clicks.map((click) => ({ click, ...localHourOf(click.at, TIME_ZONE) }));
  await ensureVisitorsLoaded(client, [...new Set(visits.map(({ day }) => day))]);
  const urlIds = new Set(clicks.map(({ urlId }) => urlId));
  const links = await lockLinks(client, [...urlIds]);
  const missing = new Set([...urlIds].filter((urlId) => !links.has(urlId)));
  const known = missing.size > 0 ? visits.filter(({ click }) => links.has(click.urlId)) : visits;

  // Rows of all links may change until they are locked; here, they only bound the values.
  const days = await readDays(client, keysOf(known));
  const bounded = boundValues(known, days);
  const inserted = await insertVisits(
    on,
    bounded.map(({ click }) => click),
  );
  // A click that comes twice in one batch is counted once.
  const added = inserted === "all" ? bounded : bounded.filter(({ click }) => inserted.delete(click.id));
  if (added.length === 0) return { missing, added: 0 };
  measure("drain-lag-seconds", Math.max(0, Date.now() - (clicks[0]?.at ?? 0)) / 1_000);
  const changeVisitors = (visitors: Visitor[]) => addVisitors(client, visitors);
  await updateCounts(client, { by: 1, visits: added, links, linkDays: days, changeVisitors });
  await execute(client, sql`SELECT pg_notify(${CLICKS_STORED}, '')`);
  return { missing, added: added.length };
}

/** Checked in each transaction, since a rollback also removes a new partition. */
async function ensurePartitions(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const months = new Set(clicks.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`));
  await execute(client, sql`SELECT ensure_visit_partition(month) FROM unnest(${[...months]}::timestamptz[]) AS month`);
  // Dropping a partition locks the table until that transaction ends. Wait for it before taking any other lock.
  await execute(client, sql`LOCK TABLE ONLY visits IN ROW EXCLUSIVE MODE`);
}

/** Keys of the rows of links, and of all links. */
function keysOf(visits: StoredVisit[]): Iterable<DayKey> {
  const keys = new Map<string, DayKey>();
  for (const visit of visits) {
    for (const key of [ofLink(visit), ofAll(visit)]) keys.set(keyOf(key), key);
  }
  return keys.values();
}

function ofLink({ click, day }: StoredVisit): DayKey {
  return { scope: "link", scopeId: click.urlId, day, isBot: click.isBot };
}

function ofAll({ click, day }: StoredVisit): DayKey {
  return { scope: "all", scopeId: ALL_LINKS, day, isBot: click.isBot };
}

/** Replaces values beyond the limit (decision 0045). */
function boundValues(visits: StoredVisit[], days: Days): StoredVisit[] {
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
    const known = { ofLink: valuesOf(dayIn(days, ofLink(visit))), ofAll: valuesOf(dayIn(days, ofAll(visit))) };
    for (const dimension of FREE_DIMENSIONS) {
      const value = click[FIELDS[dimension]];
      const kept = value && boundedValue(dimension, value, known);
      if (kept !== value) click = { ...click, [FIELDS[dimension]]: kept };
    }
    return click === visit.click ? visit : { ...visit, click };
  });
}
