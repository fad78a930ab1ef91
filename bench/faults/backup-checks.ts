import type pg from "pg";
import { unless } from "@/bench/faults/outcome";
import { type Database, insertSession, scratchFolder } from "@/bench/harness/database";
import { startEverything, statusOf } from "@/bench/harness/product";
import { KEPT_TABLES } from "@/lib/backup/tables";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";

export type Contents = Map<string, string>;
type Checked = { summary: string; problems: string[] };

/** The number of rows and a sum over hashes of all rows, by table, without the audit entries that a restore adds. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  await client.query("SET timezone = 'UTC'");
  const contents: Contents = new Map();
  for (const table of KEPT_TABLES) contents.set(table, await contentOf(client, table));
  return contents;
}

/** Independent of the key order in their JSON. */
const ROLLUPS = "(SELECT scope_id, day, is_bot, scope, total, qr, visitors, counts::jsonb FROM click_days)";

async function contentOf(client: Pick<pg.ClientBase, "query">, table: string): Promise<string> {
  const condition = table === "audit_entries" ? "WHERE action <> 'backup.restore'" : "";
  const { rows } = await client.query<{ content: string }>(
    `SELECT count(*) || ' rows ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) AS content
     FROM ${table} AS t ${condition}`,
  );
  return rows[0]?.content ?? "";
}

/** Compares all tables of a restored database with those at the snapshot. */
export async function compareContents({ pool }: Database, wanted: Contents): Promise<Checked> {
  const client = await pool.connect();
  try {
    const found = await readContents(client);
    const differing = [...wanted].filter(([table, content]) => found.get(table) !== content);
    return {
      summary: `${wanted.size} tables equal`,
      problems: differing.map(([table, content]) => `${table}: ${found.get(table)} instead of ${content}`),
    };
  } finally {
    client.release();
  }
}

/** Counts the clicks again and compares: counters and rollups must not change. */
export async function recount({ pool }: Database): Promise<Checked> {
  const [before, rebuilt, after] = [
    await contentOf(pool, ROLLUPS),
    await rebuildRollups(pool),
    await contentOf(pool, ROLLUPS),
  ];
  const { days, counters } = rebuilt;
  return {
    summary: `${days} days recounted`,
    problems: [
      ...unless(counters === 0, `${counters} counters were wrong`),
      ...unless(before === after, "rollups were wrong"),
    ],
  };
}

type Use = { database: Database; variables: Record<string, string>; cookie: string; apiKey: string; code: string };

/** Starts Hop on a restored database and uses it as before. */
export async function tryRestored({ database, variables, cookie, apiKey, code }: Use): Promise<Checked> {
  const hop = await startEverything({ dataDir: scratchFolder(), databaseUrl: database.url, variables });
  const ask = async (target: string, headers: Record<string, string>) =>
    (await fetch(hop.url + target, { headers })).status;
  const visit = await statusOf(`${hop.url}/${code}`);
  const byKey = await ask("/api/v1/urls?limit=1", { Authorization: `Bearer ${apiKey}` });
  const bySession = await ask("/api/urls?limit=1", { Cookie: cookie });
  const mail = await sendTestMail(hop.url, await insertSession(database));
  await hop.stop();
  return {
    summary: `visit ${visit}, key ${byKey}, old session ${bySession}, test email ${mail}`,
    problems: [
      ...unless(visit === 302, "the link does not redirect"),
      ...unless(byKey === 200, "the key does not work"),
      ...unless(bySession === 401, "the old session works"),
      ...unless(mail === "sent", "the mail password does not work"),
    ],
  };
}

/** Uses the stored settings. @returns the outcome */
async function sendTestMail(url: string, cookie: string): Promise<string> {
  const headers = { Cookie: cookie, "Content-Type": "application/json" };
  const response = await fetch(`${url}/api/settings/test-mail`, { method: "POST", headers, body: "{}" });
  return String(((await response.json()) as { outcome?: string }).outcome);
}
