import type pg from "pg";
import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { formatCount, plural } from "@/lib/format";
import { makeApiKeys } from "@/server/demo/api-keys";
import { makeLinks } from "@/server/demo/links";
import { makeGroups, makePeople } from "@/server/demo/people";
import { makeQrCodes } from "@/server/demo/qr-codes";
import { createSample, type Row } from "@/server/demo/sample";
import { makeVisits } from "@/server/demo/visits";
import { StartError } from "@/server/processes/start-error";

const BATCH = 10_000;

type DemoOptions = {
  /** Milliseconds since the epoch; nothing is later. */
  now?: number;
  /** Approximate number. */
  clicks?: number;
  onProgress?: (what: string) => void;
};

/**
 * Fills a migrated database with a fictional company: users in all roles, groups, a few hundred links, designs and
 * placements of QR codes, API keys that nobody knows, the audit log, and 90 days of clicks, stored like the drain does.
 * Uses one transaction.
 */
export async function fillDemo(pool: pg.Pool, options: DemoOptions = {}): Promise<void> {
  const { now = Date.now(), clicks = 120_000, onProgress = () => undefined } = options;
  const sample = createSample(1, now);
  const people = makePeople(sample);
  const groups = makeGroups(sample, people);
  const links = makeLinks(sample, people, groups);
  makeQrCodes(sample, people[0], groups, links);
  makeApiKeys(sample, groups);
  const visits = makeVisits(sample, links, clicks);

  await inTransaction(pool, async (client) => {
    for (const [table, rows] of Object.entries(sample.tables)) await insertRows(client, table, rows);
    onProgress(`${plural(people.length, "user")}, ${plural(groups.length, "group")}, ${plural(links.length, "link")}`);
    for (let from = 0; from < visits.length; from += BATCH) {
      await storeClicks({ pool, client }, await enrichClicks(pool, visits.slice(from, from + BATCH)));
      onProgress(`${formatCount(Math.min(from + BATCH, visits.length))} of ${plural(visits.length, "click")}`);
    }
  });
}

/** Omitted columns get their defaults. */
async function insertRows(client: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const toColumn = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [toColumn(key), value])),
  );
  const columns = raw(Object.keys(named[0] ?? {}).join(", "));
  const name = raw(table);
  await execute(
    client,
    sql`
      INSERT INTO ${name} (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, ${JSON.stringify(named)})`,
  );
}

/**
 * Asserts that the database is empty, apart from the first administrator.
 *
 * @throws StartError with one line that lists what it contains
 */
export async function assertDatabaseEmpty(pool: pg.Pool): Promise<void> {
  const [row] = await queryRows<{ users: number; groups: number; links: number; clicks: boolean }>(
    pool,
    sql`
      SELECT (SELECT count(*)::int FROM users) AS users,
             (SELECT count(*)::int FROM groups) AS groups,
             (SELECT count(*)::int FROM short_urls) AS links,
             EXISTS (SELECT FROM stored_clicks) AS clicks`,
  );
  const { users = 0, groups = 0, links = 0, clicks = false } = row ?? {};
  const found: string[] = [];
  if (users > 1) found.push(plural(users, "user"));
  if (groups > 0) found.push(plural(groups, "group"));
  if (links > 0) found.push(plural(links, "link"));
  if (clicks) found.push("clicks");
  if (found.length === 0) return;
  throw new StartError(
    `The database already has ${found.join(", ")}. Sample data needs an empty one: set DATA_DIR to another folder, such as .demo.`,
  );
}
