import pg from "pg";
import { pool } from "@/lib/db/pool";

/** Runs as a role that owns the tables but may not create extensions. */
async function withPlainOwner(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const { rows } = await pool().query("SELECT current_database() AS name");
  const role = `plain_${rows[0].name}`;
  await pool().query(`DROP ROLE IF EXISTS ${role}`);
  await pool().query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  await pool().query(`GRANT ALL ON SCHEMA public TO ${role}`);
  await pool().query(`ALTER TABLE short_urls OWNER TO ${role}`);
  const url = new URL(process.env.DATABASE_URL ?? "");
  url.username = role;
  url.password = "x";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
    await pool().query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
    await pool().query(`DROP OWNED BY ${role}`);
    await pool().query(`DROP ROLE ${role}`);
  }
}

const ensure = async (client: Pick<pg.Client, "query">) =>
  (await client.query("SELECT ensure_search_index() AS done")).rows[0].done;

const INDEX = "short_urls_search_idx";
/** With Postgres's default, one in about 4,000 inserts would wait until all of their entries are merged. */
const SMALL_LIST = ["gin_pending_list_limit=256"];

const optionsOf = async (index: string) =>
  (await pool().query("SELECT reloptions FROM pg_class WHERE oid = to_regclass($1)", [index])).rows[0]?.reloptions;

test("merges entries in small portions after a migration, too", async () => {
  expect(await optionsOf(INDEX)).toEqual(SMALL_LIST);
});

test("skips the index if the extension cannot be created, and creates it once allowed", async () => {
  await pool().query("DROP EXTENSION pg_trgm CASCADE");
  await withPlainOwner(async (client) => {
    expect(await ensure(client)).toBe(false);
    await pool().query("CREATE EXTENSION pg_trgm");
    expect(await ensure(client)).toBe(true);
    expect(await ensure(client)).toBe(true);
  });
  expect(await optionsOf(INDEX)).toEqual(SMALL_LIST);
});
