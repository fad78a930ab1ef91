import { randomBytes } from "node:crypto";
import pg from "pg";
import { hashToken } from "@/lib/auth/tokens";
import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import { inTransaction } from "@/lib/db/transaction";
import { createHistory, type Row } from "@/lib/demo/history";
import { makeGroups, makePeople } from "@/lib/demo/people";
import { createRandom } from "@/lib/demo/random";
import { makeApiKeys, makeShortUrls } from "@/lib/demo/short-urls";
import { makeVisits } from "@/lib/demo/visits";
import { formatCount, plural } from "@/lib/format";

const BATCH = 10_000;

export type DemoOptions = {
  /** The same seed at the same moment gives the same data. */
  seed?: number;
  /** Milliseconds since the epoch; nothing is younger. */
  now?: number;
  /** About how many. */
  clicks?: number;
  onProgress?: (what: string) => void;
};

/** Real data where a demonstration was to go. */
export class DemoRefusal extends Error {
  override readonly name = "DemoRefusal";
}

/**
 * Fills a migrated database with an organisation that could be one: people in all roles, groups,
 * some hundred links, API keys that nobody has, the audit log, and 90 days of clicks, stored as the
 * drain stores them. All of it or nothing.
 *
 * @throws Error as the database does
 */
export async function fillDemo(pool: pg.Pool, options: DemoOptions = {}): Promise<void> {
  const { seed = 1, now = Date.now(), clicks = 120_000, onProgress = () => undefined } = options;
  const random = createRandom(seed);
  const history = createHistory(random, now);
  const { people, users } = makePeople(random, history);
  const { groupIds, groups, memberships } = makeGroups(random, history, people);
  const { links, shortUrls } = makeShortUrls(random, history, { people, groupIds });
  const makeKeyHash = () => hashToken(randomBytes(32).toString("hex"));
  const apiKeys = makeApiKeys(random, history, { people, groupIds, makeKeyHash });
  const visits = makeVisits(random, links, { now, clicks });

  await inTransaction(pool, async (client) => {
    await insertRows(client, "users", users);
    await insertRows(client, "groups", groups);
    await insertRows(client, "group_memberships", memberships);
    await insertRows(client, "short_urls", shortUrls);
    await insertRows(client, "api_keys", apiKeys);
    await insertRows(client, "audit_entries", history.entries);
    onProgress(`${plural(users.length, "user")}, ${plural(groups.length, "group")}, ${plural(links.length, "link")}`);
    for (let from = 0; from < visits.length; from += BATCH) {
      await storeClicks(client, await enrichClicks(pool, visits.slice(from, from + BATCH)));
      onProgress(`${formatCount(Math.min(from + BATCH, visits.length))} of ${plural(visits.length, "click")}`);
    }
  });
}

/** Columns that are left out get their defaults. */
async function insertRows(client: pg.PoolClient, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => pg.escapeIdentifier(column))
    .join(", ");
  const name = pg.escapeIdentifier(table);
  await client.query(
    `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, $1)`,
    [JSON.stringify(rows)],
  );
}

/**
 * Makes sure that a demonstration mixes with nothing real: but for the first administrator, the
 * database is empty.
 *
 * @throws DemoRefusal with one line that says what is there
 */
export async function assertNothingReal(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ users: number; groups: number; links: number; clicks: boolean }>(
    `SELECT (SELECT count(*)::int FROM users) AS users,
            (SELECT count(*)::int FROM groups) AS groups,
            (SELECT count(*)::int FROM short_urls) AS links,
            EXISTS (SELECT FROM clicks) AS clicks`,
  );
  const { users = 0, groups = 0, links = 0, clicks = false } = rows[0] ?? {};
  const found = [
    ...(users > 1 ? [plural(users, "user")] : []),
    ...(groups > 0 ? [plural(groups, "group")] : []),
    ...(links > 0 ? [plural(links, "link")] : []),
    ...(clicks ? ["clicks"] : []),
  ];
  if (found.length === 0) return;
  throw new DemoRefusal(
    `The database has ${found.join(", ")} already. A demonstration fills an empty one only: set DATA_DIR to another folder, such as .demo.`,
  );
}
