import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import { databaseSamples } from "@/server/metrics/database-samples";
import { openProbePool } from "@/server/postgres/probe-pool";

jest.mock("@/lib/favicons/switch", () => ({ areFaviconsOn: jest.fn() }));

// A database that doesn't answer within a second counts as down, which can also happen on a busy machine.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

/** A busy machine needs longer than a scrape waits. */
const TIMEOUT_MS = 60_000;

async function samplesOf(probePool = pool()): Promise<[string, number][]> {
  const samples = await databaseSamples(probePool, { withTables: true, timeoutMs: TIMEOUT_MS });
  return samples.map(({ name, value }) => [name, value]);
}

test("a database that refuses changes is up and read-only", async () => {
  const url = new URL(env().DATABASE_URL ?? "");
  expect(await samplesOf()).toContainEqual(["hop_database_read_only", 0]);
  await pool().query(`ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = on`);
  const probePool = openProbePool(url.href, { timeoutMs: TIMEOUT_MS });
  const samples = await samplesOf(probePool);
  await probePool.end();
  await pool().query(`ALTER DATABASE ${url.pathname.slice(1)} RESET default_transaction_read_only`);
  expect(samples).toContainEqual(["hop_database_up", 1]);
  expect(samples).toContainEqual(["hop_database_read_only", 1]);
});

test("a job queue without tables is not usable, and has no jobs", async () => {
  await pool().query("DROP SCHEMA IF EXISTS pgboss CASCADE");
  const without = await samplesOf();
  expect(without).toContainEqual(["hop_job_queue_usable", 0]);
  expect(without.map(([name]) => name)).not.toContain("hop_jobs_active");
  await startJobs();
  await stopJobs();
  const samples = await samplesOf();
  expect(samples).toContainEqual(["hop_job_queue_usable", 1]);
  expect(samples).toContainEqual(["hop_jobs_active", 0]);
});

test("a locked job table hides its jobs, although the queue looks usable", async () => {
  await startJobs();
  await stopJobs();
  const client = await pool().connect();
  await client.query("BEGIN; LOCK TABLE pgboss.job IN ACCESS EXCLUSIVE MODE");
  const probePool = openProbePool(env().DATABASE_URL ?? "");
  const samples = await samplesOf(probePool);
  await probePool.end();
  await client.query("ROLLBACK");
  client.release();
  expect(samples).toContainEqual(["hop_job_queue_usable", 1]);
  expect(samples.map(([name]) => name)).not.toContain("hop_jobs_active");
});

test("times of backups are in seconds, and their sizes in bytes", async () => {
  Object.assign(env(), { BACKUP_TO: "/backups", BACKUP_EVERY_HOURS: 12 });
  // A failed try leaves its rows.
  await pool().query("TRUNCATE backups");
  await pool().query(
    `INSERT INTO backups (address, slot, name, attempts, started_at, retry_at, finished_at, bytes, failure)
     VALUES ('/backups', 'good', 'hop.backup', 1, now(), now(), '2026-11-22T03:00:00Z', 5000, NULL),
            ('/backups', 'bad', NULL, 2, now(), now(), NULL, NULL, 'the disk is full')`,
  );
  const samples = (await samplesOf()).filter(([name]) => name.startsWith("hop_backup_"));
  Object.assign(env(), { BACKUP_TO: undefined });
  expect(Object.fromEntries(samples)).toEqual({
    hop_backup_last_success_timestamp_seconds: Date.parse("2026-11-22T03:00:00Z") / 1_000,
    hop_backup_interval_seconds: 12 * 60 * 60,
    hop_backup_failed_attempts: 2,
    hop_backup_last_size_bytes: 5_000,
  });
});

test.each([
  ["are counted", true],
  ["are left out with FAVICONS=off, as nobody takes them", false],
])("hosts whose favicon is due %s", async (_what, isOn) => {
  jest.mocked(areFaviconsOn).mockReturnValue(isOn);
  const queues = (await databaseSamples(pool(), { withTables: true, timeoutMs: TIMEOUT_MS }))
    .filter(({ name }) => name === "hop_jobs_oldest_due_age_seconds")
    .map(({ labels }) => labels?.queue);
  expect(queues).toContain("qr-files");
  expect(queues.includes("favicons")).toBe(isOn);
});
