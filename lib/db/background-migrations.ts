import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";

/*
 * Changes to tables that are too large for a migration. The worker makes them in steps of a fraction of a second while
 * visitors are served. The tables themselves show what is left, and a step is one transaction, so it may be interrupted
 * anywhere. Only one worker at a time runs a migration's steps.
 */

export type BackgroundMigration = {
  name: string;
  /** A cheap estimate of the rows that are left. */
  estimate: (pool: pg.Pool) => Promise<number>;
  /**
   * Converts some rows in a transaction.
   *
   * @param state whether nothing was left at the last check, minutes ago
   * @returns the number of converted rows, possibly 0; null when nothing is left
   */
  convert: (client: pg.PoolClient, state: { wasFinished: boolean }) => Promise<number | null>;
};

/** Progress as shown to operators (docs/operations.md). */
export type MigrationProgress = {
  name: string;
  done: number;
  /** Estimated. */
  total: number;
  finishedAt: Date | null;
  lastError: string | null;
  /** Seconds since the last step or failure if unfinished, otherwise 0. */
  idleSeconds: number;
};

/** Minimum pause between steps. A pause lasts as long as the last step took. */
const MIN_PAUSE_MS = 20;
const LOG_INTERVAL_MS = 30_000;
const MAX_BACKOFF_MS = 60_000;
/** The previous version may still write to a table that is converted already. */
const RECHECK_MS = 10 * 60_000;
/** How soon a worker looks again at a migration that another one runs, which may stop. */
const TAKE_OVER_MS = 5_000;

type Options = { recheckMs?: number; takeOverMs?: number; minPauseMs?: number };

/** Runs all migrations side by side until `stopping`, and rechecks for rows that were added later. */
export async function runBackgroundMigrations(
  pool: pg.Pool,
  migrations: readonly BackgroundMigration[],
  stopping: AbortSignal,
  { recheckMs = RECHECK_MS, takeOverMs = TAKE_OVER_MS, minPauseMs = MIN_PAUSE_MS }: Options = {},
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
  const pauses = { done: recheckMs, busy: takeOverMs };
  const keepRunning = async (migration: BackgroundMigration) => {
    let backoff = 1_000;
    while (!stopping.aborted) {
      try {
        const outcome = await runOne(pool, migration, { stopping, pause, minPauseMs });
        backoff = 1_000;
        await pause(pauses[outcome]);
      } catch (error) {
        await reportFailure(pool, migration, error);
        await pause(backoff);
        backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
      }
    }
  };
  await Promise.all(migrations.map(keepRunning));
}

type Run = { stopping: AbortSignal; pause: (ms: number) => Promise<unknown>; minPauseMs: number };
/** Busy: another worker runs the migration. */
type Outcome = "more" | "done" | "busy";

/** Runs a migration until nothing is left, another worker runs it, or this one stops. */
async function runOne(
  pool: pg.Pool,
  migration: BackgroundMigration,
  { stopping, pause, minPauseMs }: Run,
): Promise<Exclude<Outcome, "more">> {
  await register(pool, migration);
  let loggedAt = performance.now();
  while (!stopping.aborted) {
    const began = performance.now();
    const outcome = await inTransaction(pool, (client) => runStep(client, migration));
    if (outcome !== "more") return outcome;
    const took = performance.now() - began;
    if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      await logProgress(pool, migration.name);
    }
    await pause(Math.max(minPauseMs, took));
  }
  return "done";
}

async function register(pool: pg.Pool, { name, estimate }: BackgroundMigration): Promise<void> {
  const [known] = await queryRows(pool, sql`SELECT FROM background_migrations WHERE name = ${name}`);
  if (known) return;
  const total = await estimate(pool);
  const added = await execute(
    pool,
    sql`INSERT INTO background_migrations (name, total) VALUES (${name}, ${total}) ON CONFLICT DO NOTHING`,
  );
  if (added > 0 && total > 0) log.info({ migration: name, rows: total }, "background migration started");
}

async function runStep(client: pg.PoolClient, { name, convert }: BackgroundMigration): Promise<Outcome> {
  const [row] = await queryRows<{ finished: boolean; failed: boolean; done: string }>(
    client,
    sql`SELECT finished_at IS NOT NULL AS finished, last_error IS NOT NULL AS failed, done FROM background_migrations WHERE name = ${name}
        FOR UPDATE SKIP LOCKED`,
  );
  if (!row) return "busy";
  const result = await convert(client, { wasFinished: row.finished });
  const isMoreLeft = result !== null;
  const converted = result ?? 0;
  if (!isMoreLeft && row.finished && !row.failed) return "done";
  await execute(
    client,
    sql`UPDATE background_migrations
        SET done = done + ${converted}, total = greatest(total, done + ${converted}), updated_at = now(),
            finished_at = CASE WHEN ${converted} > 0 THEN NULL WHEN ${isMoreLeft} THEN finished_at
                               ELSE coalesce(finished_at, now()) END,
            last_error = NULL
        WHERE name = ${name}`,
  );
  if (!isMoreLeft && !row.finished && row.done !== "0")
    log.info({ migration: name, rows: Number(row.done) }, "background migration finished");
  return isMoreLeft ? "more" : "done";
}

async function logProgress(pool: pg.Pool, name: string): Promise<void> {
  const progress = (await readMigrationProgress(pool)).find((one) => one.name === name);
  if (progress) log.info({ migration: name, done: progress.done, total: progress.total }, "background migration");
}

async function reportFailure(pool: pg.Pool, { name }: BackgroundMigration, error: unknown): Promise<void> {
  log.warn({ err: error, migration: name }, "background migration failed; retrying");
  const message = error instanceof Error ? error.message : String(error);
  await execute(
    pool,
    sql`UPDATE background_migrations SET last_error = ${message.slice(0, 300)}, updated_at = now() WHERE name = ${name}`,
  ).catch(() => undefined);
}

/** Progress of unfinished migrations. */
export async function readUnfinishedMigrations(
  pool: pg.Pool,
): Promise<Pick<MigrationProgress, "name" | "done" | "total" | "lastError">[]> {
  const unfinished = (await readMigrationProgress(pool)).filter(({ finishedAt }) => finishedAt === null);
  return unfinished.map(({ name, done, total, lastError }) => ({ name, done, total, lastError }));
}

/** Progress of all migrations that were ever started. */
export async function readMigrationProgress(pool: pg.Pool): Promise<MigrationProgress[]> {
  const rows = await queryRows<Omit<MigrationProgress, "done" | "total"> & { done: string; total: string }>(
    pool,
    sql`SELECT name, done, total, finished_at AS "finishedAt", last_error AS "lastError",
               CASE WHEN finished_at IS NULL THEN greatest(extract(epoch FROM now() - updated_at)::int, 0) ELSE 0 END
                 AS "idleSeconds"
        FROM background_migrations ORDER BY started_at, name`,
  );
  return rows.map(({ done, total, ...row }) => ({ ...row, done: Number(done), total: Number(total) }));
}
