import type { PoolClient } from "pg";
import { ALL_LINKS, readDays } from "@/lib/clicks/click-days";
import { type CountedClick, type DatedClick, updateCounts, type Visitor } from "@/lib/clicks/counting";
import { isOnDaySql } from "@/lib/clicks/day-sql";
import { lockCountingExclusive, lockLinks } from "@/lib/clicks/locks";
import { retireTexts } from "@/lib/clicks/remove-values";
import { removeVisitors } from "@/lib/clicks/visitors";
import { localHourOf } from "@/lib/days";
import { plainArray } from "@/lib/db/arrays";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";

/** The key of a stored click. */
export type ClickKey = { urlId: string; occurredAt: Date; id: string };

/**
 * Removes clicks and subtracts them from all counts. No click is stored until the caller's transaction ends, so it
 * should be short: some thousand clicks at a time.
 *
 * @returns the number of removed clicks
 */
export async function removeClicks(client: PoolClient, keys: ClickKey[]): Promise<number> {
  if (keys.length === 0) return 0;
  await lockCountingExclusive(client);
  const links = await lockLinks(client, [...new Set(keys.map(({ urlId }) => urlId))]);
  const visits = (await deleteClicks(client, keys)).filter(({ click }) => links.has(click.urlId));
  const linkDays = await readDays(
    client,
    visits.map(({ click, day }) => ({ scope: "link", scopeId: click.urlId, day, isBot: click.isBot })),
  );
  const remaining = await findRemaining(client, visits);
  const changeVisitors = async (visitors: Visitor[]) => {
    const gone = visitors.filter((visitor) => !remaining.has(nameOf(visitor)));
    await removeVisitors(client, gone);
    return gone;
  };
  await updateCounts(client, { by: -1, visits, links, linkDays, changeVisitors });
  return visits.length;
}

type RemovedClick = CountedClick & { occurredAt: Date };

/** Deletes clicks from whichever of the two tables they are in. */
async function deleteClicks(client: PoolClient, keys: ClickKey[]): Promise<DatedClick[]> {
  const table = sql`unnest(${plainArray(keys.map(({ urlId }) => urlId))}::uuid[],
                           ${plainArray(keys.map(({ occurredAt }) => occurredAt.toISOString()))}::timestamptz[],
                           ${plainArray(keys.map(({ id }) => id))}::uuid[]) AS key (url_id, occurred_at, id)`;
  const rows = await queryRows<RemovedClick>(
    client,
    sql`
      SELECT clicks.url_id AS "urlId", clicks.occurred_at AS "occurredAt", access_method AS "accessMethod",
             is_bot AS "isBot", device_type AS "deviceType", os, browser, referrer_host AS "referrerHost", country,
             city, language, placement, visitor AS "visitorHash"
      FROM ${table} JOIN stored_clicks AS clicks USING (url_id, occurred_at, id)`,
  );
  const values = await queryRows<{ userAgent: number; referrer: number }>(
    client,
    sql`DELETE FROM visits USING ${table}
        WHERE visits.url_id = key.url_id AND visits.occurred_at = key.occurred_at AND visits.id = key.id
        RETURNING user_agent_id AS "userAgent", referrer_id AS referrer`,
  );
  await execute(
    client,
    sql`DELETE FROM clicks USING ${table}
        WHERE clicks.url_id = key.url_id AND clicks.occurred_at = key.occurred_at AND clicks.id = key.id`,
  );
  await retireTexts(client, {
    userAgents: values.map(({ userAgent }) => userAgent),
    referrers: values.map(({ referrer }) => referrer),
  });
  const { TIME_ZONE } = env();
  return rows.map(({ occurredAt, ...click }) => ({ click, ...localHourOf(occurredAt.getTime(), TIME_ZONE) }));
}

/** Visitors of removed clicks who still have others on that day, per link and for ALL_LINKS. */
async function findRemaining(client: PoolClient, removed: DatedClick[]): Promise<ReadonlySet<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const { click, day } of removed) {
    const ofDay = hashes.get(day) ?? new Set();
    if (click.visitorHash && !click.isBot) hashes.set(day, ofDay.add(click.visitorHash));
  }
  const remaining = new Set<string>();
  for (const [day, ofDay] of hashes) {
    const rows = await queryRows<{ urlId: string; hash: string }>(
      client,
      sql`SELECT DISTINCT url_id AS "urlId", visitor AS hash FROM stored_clicks
          WHERE ${isOnDaySql(day)} AND NOT is_bot AND visitor = ANY (${plainArray([...ofDay])}::bigint[])`,
    );
    for (const { urlId, hash } of rows) {
      remaining.add(nameOf({ day, urlId, hash })).add(nameOf({ day, urlId: ALL_LINKS, hash }));
    }
  }
  return remaining;
}

function nameOf({ day, urlId, hash }: Visitor): string {
  return `${day} ${urlId} ${hash}`;
}
