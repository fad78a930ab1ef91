import { createHash, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { atEnd } from "@/bench/harness/clean-up";
import type { Role } from "@/lib/actor";
import { generateApiKey } from "@/lib/api-keys/key";
import { migrate } from "@/lib/db/migrate";
import { withDatabase } from "@/lib/db/testing/databases";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/postgres/embedded";

const TEMPLATE = "hop_bench_template";

/** Built into Postgres from version 18 on. */
export const UUIDV7 = `
  CREATE FUNCTION uuidv7(shift interval) RETURNS uuid VOLATILE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
      substring(int8send((extract(epoch FROM clock_timestamp() + shift) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
  $$ LANGUAGE sql`;

export type Server = {
  folder: string;
  /** The running postmaster, which changes with a restart. */
  postgres: () => EmbeddedPostgres;
  restart: () => Promise<void>;
  /** A new, migrated database, and its URL for the product. */
  createDatabase: (options?: { migrated?: boolean; tablespace?: string }) => Promise<Database>;
};

export type Database = { url: string; superuserUrl: string; pool: pg.Pool };

/** A folder that is deleted at the end. Postgres's account must be able to enter it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-bench-"));
  chmodSync(folder, 0o711);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A real Postgres, given to the product in DATABASE_URL. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const folder = scratchFolder();
  let postgres = await startEmbeddedPostgres(folder, settings);
  atEnd(() => postgres.stop());
  await run(postgres.superuserUrl, `CREATE DATABASE ${TEMPLATE} OWNER hop`);
  await migrate(withDatabase(postgres.url, TEMPLATE));
  let made = 0;
  return {
    folder,
    postgres: () => postgres,
    restart: async () => {
      postgres = await startEmbeddedPostgres(folder, settings);
    },
    createDatabase: async ({ migrated = true, tablespace } = {}) => {
      const name = `hop_bench_${++made}`;
      const template = migrated ? ` TEMPLATE ${TEMPLATE}` : "";
      const place = tablespace ? ` TABLESPACE ${tablespace}` : "";
      await run(postgres.superuserUrl, `CREATE DATABASE ${name} OWNER hop${template}${place}`);
      const superuserUrl = withDatabase(postgres.superuserUrl, name);
      // Kept open, since Postgres may refuse new connections when the disk is full.
      const pool = openPool(superuserUrl, { idleTimeoutMillis: 0 });
      return { url: withDatabase(postgres.url, name), superuserUrl, pool };
    },
  };
}

/** A pool that survives broken connections and is closed at the end. */
export function openPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, ...options });
  pool.on("error", () => undefined);
  atEnd(() => pool.end());
  return pool;
}

/** Runs one statement as superuser on a new connection. */
export async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The code of the nth link: eight hexadecimal digits, unique and in no particular order. */
export function codeOf(n: number): string {
  return (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
}

/** Inserts links 1 to `count` (see codeOf) without notifying caches, and a user who owns them. */
export async function insertLinks({ pool }: Database, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    // Creating it afterwards takes a third of the time.
    await client.query("DROP INDEX short_urls_search_idx");
    await insertLinkRows(client, count);
    await client.query("INSERT INTO short_url_counts (status, change) VALUES ('active', $1)", [count]);
    await client.query("RESET session_replication_role");
    await client.query("SELECT ensure_search_index()");
    await client.query("VACUUM ANALYZE short_urls");
  } finally {
    client.release();
  }
}

/** An ordinary insert, with triggers, for a user who is not a superuser. */
export async function insertLinkRows(client: pg.ClientBase, count: number): Promise<void> {
  const userId = await insertUser(client);
  await client.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     SELECT uuidv7(interval '1 ms' * (n - $2::int)), lpad(to_hex((n::bigint * x'9e3779b1'::bigint) % 4294967296), 8, '0'),
            'https://example.com/a/path/of/usual/length/' || n, $1, now()
     FROM generate_series(1, $2::int) AS n`,
    [userId, count],
  );
}

async function insertUser(client: pg.ClientBase, role: Role = "overall_admin"): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO users (id, first_name, last_name, email, role, url_limit, updated_at)
     VALUES (gen_random_uuid(), 'Bench', 'User', $1, $2, 100, now()) RETURNING id`,
    [`bench-${randomBytes(4).toString("hex")}@example.com`, role],
  );
  return rows[0]?.id ?? "";
}

/** Inserts a session of an administrator, or of a plain user with this many links. Returns its Cookie header. */
export async function insertSession({ pool }: Database, { ofPlainUserWith = 0 } = {}): Promise<string> {
  const client = await pool.connect();
  try {
    const userId = await insertUser(client, ofPlainUserWith ? "shortcode_admin" : "overall_admin");
    if (ofPlainUserWith) await giveLinks(client, userId, ofPlainUserWith);
    const token = randomBytes(32).toString("hex");
    await client.query(
      "INSERT INTO sessions (session_token, user_id, expires) VALUES ($1, $2, now() + interval '1 day')",
      [createHash("sha256").update(token).digest("hex"), userId],
    );
    return `hop.session=${token}`;
  } finally {
    client.release();
  }
}

/** Gives the user links, half as their creator and half through a group, spread over the whole table. */
async function giveLinks(client: pg.ClientBase, userId: string, count: number): Promise<void> {
  const groupId = randomUUID();
  await client.query("INSERT INTO groups (id, name, updated_at) VALUES ($1, 'Bench', now())", [groupId]);
  await client.query("INSERT INTO group_memberships (user_id, group_id) VALUES ($1, $2)", [userId, groupId]);
  await client.query(
    `WITH chosen AS (SELECT id, row_number() OVER () AS position FROM short_urls TABLESAMPLE SYSTEM (2) LIMIT $3)
     UPDATE short_urls SET created_by_id = CASE WHEN position % 2 = 0 THEN $1 ELSE created_by_id END,
                           group_id = CASE WHEN position % 2 = 1 THEN $2::uuid END
     FROM chosen WHERE chosen.id = short_urls.id`,
    [userId, groupId, count],
  );
  await client.query("ANALYZE short_urls");
}

/** An API key of a new group with a practically unlimited rate, and members who may create a hundred links each. */
export async function insertApiKey(
  { pool }: Database,
  userCount: number,
): Promise<{ apiKey: string; emails: string[] }> {
  const apiKey = generateApiKey();
  const client = await pool.connect();
  try {
    const userId = await insertUser(client);
    const { rows } = await client.query<{ email: string }>(
      `INSERT INTO users (id, first_name, last_name, email, url_limit, updated_at)
       SELECT gen_random_uuid(), 'Bench', 'User', gen_random_uuid() || '@example.com', 100, now()
       FROM generate_series(1, $1::int) RETURNING email`,
      [userCount],
    );
    const groupId = randomUUID();
    await client.query("INSERT INTO groups (id, name, updated_at) VALUES ($1, 'Bench', now())", [groupId]);
    await client.query(
      "INSERT INTO group_memberships (user_id, group_id) SELECT id, $1 FROM users WHERE email = ANY ($2)",
      [groupId, rows.map(({ email }) => email)],
    );
    await client.query(
      `INSERT INTO api_keys (id, group_id, created_by_id, name, key_hash, key_prefix, last_four, rate_limit)
       VALUES (gen_random_uuid(), $1, $2, 'Bench', $3, 'hop_', 'last', 1000000000)`,
      [groupId, userId, createHash("sha256").update(apiKey).digest("hex")],
    );
    return { apiKey, emails: rows.map(({ email }) => email) };
  } finally {
    client.release();
  }
}

/** The number that a query returns; 0 if there is no row. */
export async function readNumber(
  { pool }: Pick<Database, "pool">,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await pool.query<unknown[]>({ text, values, rowMode: "array" });
  return Number(rows[0]?.[0] ?? 0);
}

export function countClicks(database: Pick<Database, "pool">): Promise<number> {
  return readNumber(database, "SELECT count(*) FROM stored_clicks");
}

/** The clicks, counted in four ways that must agree. */
export type Stored = { rows: number; distinct: number; counters: number; rollups: number; byCode: Map<string, number> };

/** @param clicks the table or view to count; `clicks` in the previous release */
export async function readStored({ pool }: Database, clicks = "stored_clicks"): Promise<Stored> {
  const totals = await pool.query<{ rows: string; distinct: string; counters: string; rollups: string }>(
    `SELECT (SELECT count(*) FROM ${clicks}) AS rows,
            (SELECT count(DISTINCT id) FROM ${clicks}) AS distinct,
            (SELECT coalesce(sum(click_count), 0) FROM short_urls) AS counters,
            (SELECT coalesce(sum(count), 0) FROM click_rollups WHERE dimension = 'total') AS rollups`,
  );
  const codes = await pool.query<{ code: string; count: string }>(
    `SELECT short_code AS code, count(*) FROM ${clicks} JOIN short_urls ON short_urls.id = url_id GROUP BY 1`,
  );
  const { rows = 0, distinct = 0, counters = 0, rollups = 0 } = totals.rows[0] ?? {};
  return {
    rows: Number(rows),
    distinct: Number(distinct),
    counters: Number(counters),
    rollups: Number(rollups),
    byCode: new Map(codes.rows.map(({ code, count }) => [code, Number(count)])),
  };
}
