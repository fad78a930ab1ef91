import type pg from "pg";
import { readBackupState } from "@/lib/backup-schedule/queries";
import { readMigrationProgress } from "@/lib/db/background-migrations";
import { readFaviconQueue } from "@/lib/favicons/queue-depth";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { readQueueDepths } from "@/lib/jobs/queue-tables";
import { log } from "@/lib/log";
import { readQrFileQueue } from "@/lib/qr/files/queue-depth";
import { within } from "@/lib/within";
import { checkStore } from "@/server/front/health";
import { type Sample, sample } from "@/server/metrics/sample";

/** Timeout of reading from the database; anything not read by then is missing in the scrape. */
const TIMEOUT_MS = 1_000;

/**
 * The state of the database and, unless only that is requested, samples from its tables.
 *
 * @param pool a pool with timeouts, see openProbePool
 */
export async function databaseSamples(
  pool: pg.Pool,
  { withTables, timeoutMs = TIMEOUT_MS }: { withTables: boolean; timeoutMs?: number },
): Promise<Sample[]> {
  const found: Sample[] = [];
  let isUp = false;
  const reading = (async () => {
    const { database, migrations, jobQueue, rejectedClicks } = await checkStore(pool);
    isUp = database !== "down";
    if (!isUp) return;
    found.push(
      sample("hop_database_read_only", Number(database === "read-only")),
      sample("hop_migrations_pending", Number(migrations === "pending")),
    );
    if (!withTables) return;
    if (jobQueue !== "unknown") found.push(sample("hop_job_queue_usable", Number(jobQueue === "usable")));
    if (rejectedClicks !== null) found.push(sample("hop_clicks_rejected", rejectedClicks));
    // One after the other, on one connection.
    for (const read of [migrationSamples, backupSamples, queueSamples]) found.push(...(await read(pool)));
  })();
  const failed = (error: unknown) => log.debug({ err: error }, "metrics not read from the database");
  await within(timeoutMs, reading.catch(failed), undefined);
  return [sample("hop_database_up", Number(isUp)), ...found];
}

async function migrationSamples(pool: pg.Pool): Promise<Sample[]> {
  return (await readMigrationProgress(pool)).flatMap(({ name, done, total, lastError, idleSeconds }) => [
    sample("hop_background_migration_rows", total, { migration: name }),
    sample("hop_background_migration_done_rows", done, { migration: name }),
    sample("hop_background_migration_failing", Number(lastError !== null), { migration: name }),
    sample("hop_background_migration_idle_seconds", idleSeconds, { migration: name }),
  ]);
}

/** Samples of backups; none without BACKUP_TO. */
async function backupSamples(pool: pg.Pool): Promise<Sample[]> {
  const { address, everyHours, last, failedAttempts } = await readBackupState(pool);
  if (!address) return [];
  return [
    sample("hop_backup_last_success_timestamp_seconds", last ? last.at.getTime() / 1_000 : 0),
    sample("hop_backup_interval_seconds", everyHours * 3_600),
    sample("hop_backup_failed_attempts", failedAttempts),
    sample("hop_backup_last_size_bytes", last?.bytes ?? 0),
  ];
}

async function queueSamples(pool: pg.Pool): Promise<Sample[]> {
  // HopJobQueueUnusable fires without them.
  const jobs = await readQueueDepths(pool).catch(() => []);
  const rows = [
    // No worker claims them while favicons are off.
    ...(areFaviconsOn() ? [{ queue: "favicons", active: undefined, ...(await readFaviconQueue(pool)) }] : []),
    { queue: "qr-files", active: undefined, ...(await readQrFileQueue(pool)) },
  ];
  return [...jobs, ...rows].flatMap(({ queue, waiting, active, oldestDueSeconds }) => [
    sample("hop_jobs_waiting", waiting, { queue }),
    sample("hop_jobs_oldest_due_age_seconds", oldestDueSeconds, { queue }),
    ...(active === undefined ? [] : [sample("hop_jobs_active", active, { queue })]),
  ]);
}
