import { Readable, Writable } from "node:stream";
import pg from "pg";
import { readBackup } from "@/lib/backup/read";
import { restoreBackup } from "@/lib/backup/restore";
import { KEPT_TABLES, LEFT_OUT_TABLES } from "@/lib/backup/tables";
import {
  backUpToMemory,
  contentsOf,
  dropDatabases,
  emptyDatabase,
  query,
  sourceOf,
} from "@/lib/backup/testing/databases";
import { fillEveryTable } from "@/lib/backup/testing/rows";
import { writeBackup } from "@/lib/backup/write";
import { migrate } from "@/lib/db/migrate";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { until } from "@/lib/testing/until";

const databaseUrl = env().DATABASE_URL ?? "";
const WITHOUT_AUDIT = KEPT_TABLES.filter((name) => name !== "audit_entries");

beforeAll(fillEveryTable);
afterAll(dropDatabases);

test.each([
  ["as it is", undefined],
  ["encrypted", "correct horse battery"],
])("a backup, %s, is restored completely by a user who is not a superuser", async (_how, passphrase) => {
  const { bytes, summary } = await backUpToMemory({ databaseUrl, passphrase });
  expect(await readBackup(sourceOf(bytes), { passphrase })).toEqual(summary);
  expect(Object.entries(summary.rows).filter(([, rows]) => rows === 0)).toEqual([]);
  const url = await emptyDatabase();
  const options = { databaseUrl: url, passphrase, label: "test" };
  expect(await restoreBackup(sourceOf(bytes), options)).toEqual(summary);
  expect(await contentsOf(url, WITHOUT_AUDIT)).toEqual(await contentsOf(databaseUrl, WITHOUT_AUDIT));
  const leftOut = Object.keys(LEFT_OUT_TABLES).filter((name) => name !== "_prisma_migrations");
  for (const content of Object.values(await contentsOf(url, leftOut))) expect(content).toBe("0 ");
});

test("after a restore, triggers and sequences keep working, and the audit log records it", async () => {
  const { bytes, summary } = await backUpToMemory({ databaseUrl });
  const url = await emptyDatabase();
  await restoreBackup(sourceOf(bytes), { databaseUrl: url, label: "hop.backup" });
  const disabled = await query(url, "SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'");
  expect(disabled).toEqual([]);
  await query(url, "DELETE FROM short_urls WHERE short_code = 'second'");
  const [count] = await query(url, "SELECT sum(change)::int AS links FROM short_url_counts");
  expect(count).toEqual({ links: 1 });
  const added = await query(
    url,
    "INSERT INTO places (digest, last_month, country) VALUES (gen_random_uuid(), now(), 'DE') RETURNING id",
  );
  expect(added).toHaveLength(1);
  const audit = await query(
    url,
    "SELECT subject_label AS label, actor_label AS actor, after FROM audit_entries WHERE action = 'backup.restore'",
  );
  expect(audit).toEqual([
    {
      label: "hop.backup",
      actor: "Operator",
      after: expect.objectContaining({ createdAt: summary.createdAt, shortUrls: 2 }),
    },
  ]);
});

test("clicks in partitions that were created manually are restored into those of their months", async () => {
  const statements = [
    `CREATE TABLE "Old visits" PARTITION OF visits FOR VALUES FROM ('2019-01-01Z') TO ('2020-01-01Z')`,
    "CREATE TABLE visits_rest_1999_13 PARTITION OF visits DEFAULT",
    "INSERT INTO visits (occurred_at, url_id, id) SELECT at, (SELECT id FROM short_urls LIMIT 1), gen_random_uuid() FROM unnest(ARRAY['2019-02-28T23:59:59Z', '2019-07-01Z', '2001-05-05Z']::timestamptz[]) AS at",
  ];
  for (const statement of statements) await query(databaseUrl, statement);
  try {
    const { bytes } = await backUpToMemory({ databaseUrl });
    const url = await emptyDatabase();
    await restoreBackup(sourceOf(bytes), { databaseUrl: url, label: "test" });
    expect(await contentsOf(url, ["visits"])).toEqual(await contentsOf(databaseUrl, ["visits"]));
    const made = await query<{ name: string }>(
      url,
      "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname ~ '^visits_(2019|2001)' ORDER BY 1",
    );
    expect(made.map(({ name }) => name)).toEqual(["visits_2001_05", "visits_2019_02", "visits_2019_07"]);
  } finally {
    await query(databaseUrl, `DROP TABLE "Old visits", visits_rest_1999_13`);
  }
});

test("timeouts that a provider sets for transactions end neither a backup nor a restore", async () => {
  const [version] = await query<{ number: number }>(
    databaseUrl,
    "SELECT current_setting('server_version_num')::int AS number",
  );
  if (!version || version.number < 170_000) return;
  const limited = (url: string) => `${url}${url.includes("?") ? "&" : "?"}options=-c%20transaction_timeout%3D300ms`;
  /** Whether the connection's transaction is older than its timeout, or has ended. */
  const isOver = async (url: string, name: string) => {
    const ages = `SELECT xact_start < clock_timestamp() - interval '500 ms' AS "isOld" FROM pg_stat_activity
      WHERE application_name = '${name}' AND datname = '${new URL(url).pathname.slice(1)}'`;
    let wasThere = false;
    await until(async () => {
      const found = await query<{ isOld: boolean | null }>(databaseUrl, ages);
      wasThere ||= found.length > 0;
      return found.some(({ isOld }) => isOld) || (wasThere && found.length === 0);
    });
  };
  const other = await pool().connect();
  await other.query("BEGIN; LOCK TABLE bulk_job_failures");
  const backup = backUpToMemory({ databaseUrl: limited(databaseUrl) });
  await Promise.race([isOver(databaseUrl, "hop-backup"), backup]);
  await other.query("ROLLBACK");
  other.release();
  const { bytes } = await backup;
  const url = await emptyDatabase();
  // Its migrations have the provider's timeout.
  await migrate(url);
  async function* late() {
    yield* sourceOf(bytes, 5_000);
    await isOver(url, "hop-restore");
  }
  const source = Readable.from(late(), { objectMode: false });
  const restored = await restoreBackup(source, { databaseUrl: limited(url), label: "test" });
  expect(restored).toMatchObject({ rows: { short_urls: 2 } });
});

test("the statement timeout of the database user does not end the ANALYZE after a restore", async () => {
  const { bytes } = await backUpToMemory({ databaseUrl });
  const url = new URL(await emptyDatabase());
  url.searchParams.set("options", "-c statement_timeout=45s");
  const timeouts: unknown[] = [];
  type Query = (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>;
  const original = pg.Client.prototype.query as unknown as Query;
  const watched: Query = function (...args) {
    if (String(args[0]).startsWith("ANALYZE "))
      void original.call(this, "SHOW statement_timeout").then(({ rows }) => timeouts.push(...rows));
    return original.apply(this, args);
  };
  const spy = jest.spyOn(pg.Client.prototype, "query").mockImplementation(watched as never);
  await restoreBackup(sourceOf(bytes), { databaseUrl: url.href, label: "test" });
  spy.mockRestore();
  expect(timeouts).toEqual([{ statement_timeout: "0" }]);
});

test("a backup is a consistent snapshot: what is written while it runs is not in it, and no month of clicks is dropped", async () => {
  const before = await contentsOf(databaseUrl, KEPT_TABLES);
  let meanwhile: Promise<unknown> | undefined;
  const onProgress = () => {
    meanwhile ??= change();
  };
  async function change() {
    await query(databaseUrl, "UPDATE users SET first_name = 'Changed'");
    await query(databaseUrl, "INSERT INTO visits SELECT occurred_at, visitor, url_id, gen_random_uuid() FROM visits");
    const drop = query(databaseUrl, "SET lock_timeout = 100; DROP TABLE visits_2026_03");
    await expect(drop).rejects.toThrow("lock timeout");
  }
  const parts: Buffer[] = [];
  await writeBackup(
    waitingFor(() => meanwhile, parts),
    { databaseUrl, onProgress },
  );
  const url = await emptyDatabase();
  await restoreBackup(sourceOf(Buffer.concat(parts)), { databaseUrl: url, label: "test" });
  await query(url, "DELETE FROM audit_entries WHERE action = 'backup.restore'");
  expect(await contentsOf(url, KEPT_TABLES)).toEqual(before);
  expect(await contentsOf(databaseUrl, ["visits"])).not.toEqual({ visits: before.visits });
});

/** A target that accepts nothing more until the changes are committed. */
function waitingFor(changes: () => Promise<unknown> | undefined, parts: Buffer[]): Writable {
  return new Writable({
    highWaterMark: 1,
    write(part: Buffer, _encoding, callback) {
      parts.push(part);
      void Promise.resolve(changes()).then(() => callback(), callback);
    },
  });
}
