import type pg from "pg";
import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { formatCount, plural } from "@/lib/format";
import { createHistory, type Row } from "@/server/demo/history";
import { makeGroups, makePeople } from "@/server/demo/people";
import { makeQrCodes } from "@/server/demo/qr-codes";
import { createRandom } from "@/server/demo/random";
import { makeApiKeys, makeShortUrls } from "@/server/demo/short-urls";
import { makeVisits } from "@/server/demo/visits";
import { StartError } from "@/server/role";

const BATCH = 10_000;

export type DemoOptions = {
  /** The same seed and time give the same data, apart from API keys. */
  seed?: number;
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
  const { seed = 1, now = Date.now(), clicks = 120_000, onProgress = () => undefined } = options;
  const random = createRandom(seed);
  const history = createHistory(random, now);
  const { people, users } = makePeople(random, history);
  const { groupIds, groups, memberships } = makeGroups(random, history, people);
  const { links, shortUrls } = makeShortUrls(random, history, { people, groupIds });
  const apiKeys = makeApiKeys(random, history, { people, groupIds });
  const qr = makeQrCodes(random, history, { people, groupIds, links });
  const visits = makeVisits(random, links, { now, clicks });

  await inTransaction(pool, async (client) => {
    await insertRows(client, "users", users);
    await insertRows(client, "groups", groups);
    await insertRows(client, "group_memberships", memberships);
    await insertRows(client, "short_urls", shortUrls);
    await insertRows(client, "qr_templates", qr.templates);
    await insertRows(client, "qr_designs", qr.designs);
    await insertRows(client, "qr_placements", qr.placements);
    await insertRows(client, "api_keys", apiKeys);
    await insertRows(client, "audit_entries", history.entries);
    onProgress(`${plural(users.length, "user")}, ${plural(groups.length, "group")}, ${plural(links.length, "link")}`);
    for (let from = 0; from < visits.length; from += BATCH) {
      await storeClicks({ pool, client }, await enrichClicks(pool, visits.slice(from, from + BATCH)));
      onProgress(`${formatCount(Math.min(from + BATCH, visits.length))} of ${plural(visits.length, "click")}`);
    }
  });
}

/** Omitted columns get their defaults. */
async function insertRows(client: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(", "));
  const name = raw(table);
  await execute(
    client,
    sql`
      INSERT INTO ${name} (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)})`,
  );
}

/**
 * Asserts that the database is empty, apart from the first administrator.
 *
 * @throws StartError with one line that lists what it contains
 */
export async function assertNothingReal(pool: pg.Pool): Promise<void> {
  const [row] = await queryRows<{ users: number; groups: number; links: number; clicks: boolean }>(
    pool,
    sql`
      SELECT (SELECT count(*)::int FROM users) AS users,
             (SELECT count(*)::int FROM groups) AS groups,
             (SELECT count(*)::int FROM short_urls) AS links,
             EXISTS (SELECT FROM stored_clicks) AS clicks`,
  );
  const { users = 0, groups = 0, links = 0, clicks = false } = row ?? {};
  const found = [
    ...(users > 1 ? [plural(users, "user")] : []),
    ...(groups > 0 ? [plural(groups, "group")] : []),
    ...(links > 0 ? [plural(links, "link")] : []),
    ...(clicks ? ["clicks"] : []),
  ];
  if (found.length === 0) return;
  throw new StartError(
    `The database already has ${found.join(", ")}. Sample data needs an empty one: set DATA_DIR to another folder, such as .demo.`,
  );
}
