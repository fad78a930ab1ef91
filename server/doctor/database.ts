import { existsSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { readBackupState } from "@/lib/backup-schedule/queries";
import type { BackupState } from "@/lib/backup-schedule/types";
import { readMigrationProgress } from "@/lib/db/background-migrations";
import { findMigrator, MigrationError, pendingMigrations } from "@/lib/db/migrate";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { plural } from "@/lib/format";
import { postgresWarning } from "@/lib/postgres-release";
import { COUNTED_ZONE, countedZoneProblem } from "@/lib/settings/counted-zone";
import { queryStoredSettings, type StoredSettings } from "@/lib/settings/stored";
import { findDataDirHolder } from "@/server/data-dir/lock";
import { type Check, ok, problem, reasonOf, skipped, warning } from "@/server/doctor/check";
import { failureOf, remedyFor } from "@/server/doctor/connection-failure";
import { checkReplica } from "@/server/doctor/replica";
import { connectionsProblem } from "@/server/postgres/connections";
import {
  clockProblem,
  creationProblem,
  lettersProblem,
  OTHER_APPLICATION,
  ownerProblem,
  queueProblem,
  readServer,
  serverProblem,
  timeZoneProblem,
} from "@/server/postgres/database-server";
import { awaitEmbeddedPostgres } from "@/server/postgres/embedded";
import { openProbePool } from "@/server/postgres/probe-pool";
import { hasTransactionPooler, TRANSACTION_POOLER } from "@/server/postgres/transaction-pooler";

const TIMEOUT_MS = 5_000;
/**
 * A migration idle for this long is stuck: steps take a fraction of a second, and failed ones are retried after a
 * minute.
 */
const MAX_IDLE_SECONDS = 10 * 60;

/** `settings` and `backups` are null if they can't be read. */
type DatabaseFindings = { checks: Check[]; settings: StoredSettings | null; backups: BackupState | null };

/** Connects to the database and inspects it, without changing anything. */
export async function checkDatabase(): Promise<DatabaseFindings> {
  const isEmbedded = env().DATABASE_URL === undefined;
  const url = await findUrl();
  if (typeof url !== "string") return { checks: [url], settings: null, backups: null };
  const pool = openProbePool(url, { timeoutMs: TIMEOUT_MS, readsTimes: true });
  try {
    return await examine(pool, url, isEmbedded);
  } catch (error) {
    const check = problem("database", `the database ${failureOf(error)} (${reasonOf(error)})`, remedyFor(error));
    return { checks: [check], settings: null, backups: null };
  } finally {
    await pool.end();
  }
}

/** The database's URL. The embedded database only runs while Hop does, and starting it would change the data folder. */
async function findUrl(): Promise<string | Check> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return DATABASE_URL;
  const dataDir = path.resolve(DATA_DIR);
  if (!findDataDirHolder(dataDir)) {
    const exists = existsSync(path.join(dataDir, "postgres"));
    return skipped(
      "database",
      `the embedded Postgres ${exists ? "is not running" : "will be created"}: Hop is not running`,
    );
  }
  try {
    return await awaitEmbeddedPostgres(dataDir, TIMEOUT_MS);
  } catch (error) {
    const logFile = path.join(dataDir, "postgres.log");
    return problem("database", reasonOf(error), `check the end of ${logFile}, and restart Hop`);
  }
}

async function examine(pool: pg.Pool, url: string, isEmbedded: boolean) {
  const server = await readServer(pool);
  const refused = serverProblem(server);
  if (refused) return { checks: [problem("database", refused.what, refused.remedy)], settings: null, backups: null };
  const outdated = postgresWarning({ version: server.version, isEmbedded });
  const reached = `Postgres ${server.version} answers, as ${server.user}`;
  const database = outdated ? warning("database", reached, outdated) : ok("database", reached);
  const created = creationProblem(server);
  const letters = lettersProblem(server);
  const queue = queueProblem(server);
  const owner = ownerProblem(server);
  const few = connectionsProblem(server);
  const settings = (await hasTable(pool, "settings")) ? await queryStoredSettings(pool) : {};
  const { what, remedy } = TRANSACTION_POOLER;
  const checks = [
    database,
    ...(!isEmbedded && (await hasTransactionPooler(url)) ? [problem("pooler", what, remedy)] : []),
    ...(queue ? [problem("job queue", queue.what, queue.remedy)] : []),
    ...(owner ? [problem("owner", owner.what, owner.remedy)] : []),
    ...(created ? [problem("locale", created.what, created.remedy)] : []),
    ...(letters && !created ? [warning("locale", letters.what, letters.remedy)] : []),
    ...(few ? [(few.isSevere ? problem : warning)("connections", few.what, few.remedy)] : []),
    ...(await checkTimeZone(pool, settings)),
    await checkClock(pool),
    await checkMigrations(pool),
    await checkBackground(pool),
    ...(await checkReplica(pool)),
  ];
  const backups = (await hasTable(pool, "backups")) ? await readBackupState(pool) : null;
  return { checks, settings, backups };
}

async function checkTimeZone(pool: pg.Pool, settings: StoredSettings): Promise<Check[]> {
  const unknown = await timeZoneProblem(pool, env().TIME_ZONE);
  if (unknown) return [problem("time zone", unknown.what, unknown.remedy)];
  const other = countedZoneProblem(settings[COUNTED_ZONE]);
  return other ? [warning("time zone", other.what, other.remedy)] : [];
}

async function checkClock(pool: pg.Pool): Promise<Check> {
  const found = await clockProblem(pool);
  return found ? problem("clock", found.what, found.remedy) : ok("clock", "it agrees with the database's");
}

async function checkMigrations(pool: pg.Pool): Promise<Check> {
  const { what, remedy } = OTHER_APPLICATION;
  if ((await findMigrator(pool)) === "other") return problem("migrations", what, remedy);
  try {
    const pending = await pendingMigrations(pool);
    if (pending.length === 0) return ok("migrations", "all are applied");
    const message = `${plural(pending.length, "migration is", "migrations are")} pending`;
    return problem("migrations", message, "start Hop, or run hop migrate");
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return problem(
      "migrations",
      error.message,
      "restore the version of Hop that belongs to this database, or a backup",
    );
  }
}

async function checkBackground(pool: pg.Pool): Promise<Check> {
  const name = "background migrations";
  if (!(await hasTable(pool, "background_migrations"))) return ok(name, "none");
  const unfinished = (await readMigrationProgress(pool)).filter(({ finishedAt }) => !finishedAt);
  const failed = unfinished.find(({ lastError }) => lastError);
  const state = unfinished.map((one) => `${one.name}: ${one.done} of about ${one.total}`).join(", ");
  if (failed) return warning(name, `${state}; the last attempt failed: ${failed.lastError}`, "see the worker's log");
  const idle = Math.max(0, ...unfinished.map(({ idleSeconds }) => idleSeconds));
  if (idle > MAX_IDLE_SECONDS) {
    const since = plural(Math.floor(idle / 60), "minute");
    return warning(
      name,
      `${state}; no step for ${since}`,
      "start the worker, or check its log for what it is waiting for",
    );
  }
  return ok(name, unfinished.length > 0 ? `running: ${state}` : "all are finished");
}

async function hasTable(pool: pg.Pool, name: string): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(pool, sql`SELECT to_regclass(${name}) IS NOT NULL AS is`);
  return row?.is ?? false;
}
