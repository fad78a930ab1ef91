import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { encodeClick } from "@/lib/clicks/record";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { log } from "@/lib/log";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { startDrain } from "@/server/worker/drain";

let folder: string;

beforeAll(async () => {
  await pool().query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = TG_ARGV[0]; END $$`,
  );
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-drain-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes storing a click fail. Returns a function that ends that. */
function refusing(code: string) {
  return async () => {
    await pool().query(`CREATE TRIGGER refuse BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION refuse('${code}')`);
    return () => pool().query("DROP TRIGGER refuse ON visits");
  };
}

/** Makes the database allow no connections, as one that is being restored. Returns a function that ends that. */
async function closed() {
  const server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await server.connect();
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await server.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [name]);
  return async () => {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  };
}

test.each([
  ["refuses clicks", refusing("55000"), [250, 500, 1_000]],
  ["lacks a privilege", refusing("42501"), [250, 500, 1_000]],
  ["is away", refusing("57P03"), [250, 250, 250]],
  ["allows no connections", closed, [250, 250, 250, 250]],
])("a database that %s is tried again after pauses that fit", async (_, refuse, pauses) => {
  const { id } = await createUrl(
    await createUser(),
    createUrlSchema.parse({ originalUrl: "https://example.com/page" }),
  );
  const segment = `${Date.now()}-1-0-0123456789ab.closed`;
  writeFileSync(path.join(folder, segment), encodeClick(recordedClick(id, Date.now())));
  const warned = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const logged = () => warned.mock.calls.flatMap(([fields]) => (fields as { retryInMs?: number }).retryInMs ?? []);
  const accept = await refuse();
  const drain = startDrain(folder);
  await until(() => logged().length === pauses.length);
  await accept();
  const waited = logged();
  await drain.stop();
  warned.mockRestore();
  expect(waited).toEqual(pauses);
  const { rows } = await pool().query("SELECT count(*)::int AS stored FROM stored_clicks WHERE url_id = $1", [id]);
  expect(rows).toEqual([{ stored: 1 }]);
});
