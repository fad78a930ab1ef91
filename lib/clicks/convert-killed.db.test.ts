import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";
import { deleteClicks } from "@/lib/clicks/testing/clicks";
import { readMigrationProgress } from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

/** Enough for eight steps. */
const ROWS = 16_000;
const KILLS = 3;
const APPLICATION = "hop-convert-test";
/** Inside the project, so that packages are found. */
const FILE = path.resolve("dist/testing", `convert-process-${process.pid}.mjs`);

beforeAll(async () => {
  mkdirSync(path.dirname(FILE), { recursive: true });
  buildSync({
    entryPoints: ["lib/clicks/testing/convert-process.ts"],
    outfile: FILE,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
});
afterAll(() => rmSync(FILE, { force: true }));

/** Stores clicks as the previous version does: over three months. */
async function insertAsBefore(): Promise<void> {
  const admin = await createUser({ role: "overall_admin" });
  const { id } = await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  await deleteClicks();
  await pool().query("SELECT ensure_click_partition(at::timestamptz) FROM unnest($1::text[]) AS at", [
    ["2026-06-01Z", "2026-07-01Z", "2026-08-01Z"],
  ]);
  await pool().query(
    `INSERT INTO clicks (url_id, occurred_at, id, access_method, user_agent, os, visitor_hash)
     SELECT $1, timestamptz '2026-06-01Z' + n * interval '6 minutes', gen_random_uuid(), 'direct', 'Agent ' || n % 500,
            'iOS', left(encode(sha256(n::text::bytea), 'hex'), 22)
     FROM generate_series(1, $2::int) AS n`,
    [id, ROWS],
  );
  await pool().query("ANALYZE clicks");
}

/** Slows the migration down, so that it can be killed before it finishes, even if this process is slow. */
async function slowDown(): Promise<void> {
  await pool().query(`
    CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE TRIGGER slow_down BEFORE INSERT ON visits FOR EACH STATEMENT EXECUTE FUNCTION slow_down()`);
}

function startConverting(): ChildProcess {
  return spawn(process.execPath, [FILE], { stdio: "inherit", env: { ...process.env, PGAPPNAME: APPLICATION } });
}

/** Reads both tables in one statement; `copies` counts a click that is in both twice. */
async function readClicks() {
  const { rows } = await pool().query<{ visits: number; copies: number; ids: string }>(
    `SELECT (SELECT count(*)::int FROM visits) AS visits, count(*)::int AS copies,
            md5(string_agg(id::text || occurred_at || user_agent, ' ' ORDER BY id)) AS ids
     FROM stored_clicks`,
  );
  return rows[0] ?? { visits: 0, copies: 0, ids: "" };
}

const readDone = async () => (await readMigrationProgress(pool()))[0]?.done ?? 0;

/** Whether a step is in progress. */
async function isConverting(): Promise<boolean> {
  const { rowCount } = await pool().query(
    "SELECT FROM pg_stat_activity WHERE application_name = $1 AND backend_xid IS NOT NULL",
    [APPLICATION],
  );
  return rowCount !== 0;
}

/** Whether Postgres has noticed that the client is gone, which it does after a statement. */
async function isGone(): Promise<boolean> {
  const { rowCount } = await pool().query("SELECT FROM pg_stat_activity WHERE application_name = $1", [APPLICATION]);
  return rowCount === 0;
}

test("a process that is killed while it converts clicks loses and doubles none, and its progress stays", async () => {
  await insertAsBefore();
  const before = await readClicks();
  expect(before).toMatchObject({ visits: 0, copies: ROWS });
  let done = 0;
  await slowDown();
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startConverting();
    const exited = once(child, "exit");
    await until(async () => (await readDone()) > done && (await isConverting()));
    child.kill("SIGKILL");
    expect(await exited).toEqual([null, "SIGKILL"]);
    await until(isGone);
    const [after, progress] = [await readClicks(), await readMigrationProgress(pool())];
    expect(after).toMatchObject({ copies: ROWS, ids: before.ids });
    expect(progress).toMatchObject([{ done: after.visits, finishedAt: null }]);
    expect(after.visits).toBeGreaterThan(done);
    expect(after.visits).toBeLessThan(ROWS);
    done = after.visits;
  }
  await pool().query("DROP FUNCTION slow_down CASCADE");
  expect(await once(startConverting(), "exit")).toEqual([0, null]);
  expect(await readClicks()).toEqual({ ...before, visits: ROWS });
  const { rows } = await pool().query("SELECT count(*)::int FROM clicks");
  expect(rows).toEqual([{ count: 0 }]);
  expect(await readMigrationProgress(pool())).toMatchObject([
    { done: ROWS, total: ROWS, finishedAt: expect.any(Date) },
  ]);
});
