import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/log";

/** The number that Prisma's own `migrate deploy` locks, so that the two wait for each other. */
const PRISMA_ADVISORY_LOCK = 72_707_369;

/** Whoever queries a table that a migration waits for waits behind it: after this long it steps aside. */
const LOCK_TIMEOUT_MS = 500;
const RETRY_PAUSE_MS = 1_000;
/** About ten minutes, longer than most exports and dumps. */
const MAX_ATTEMPTS = 400;
/** SQLSTATE (Postgres, appendix A): lock_not_available, deadlock_detected. */
const LOCKED = new Set(["55P03", "40P01"]);

/** A history that cannot be continued; the message says why. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

type Migration = { name: string; sql: string; checksum: string };
type Applied = { migration_name: string; checksum: string; finished_at: Date | null };

/**
 * Applies the migrations in `folder` that the database does not have, each in a transaction of its
 * own, and records them as Prisma does, so that `prisma migrate deploy` sees the same history. Of
 * several processes that start at once, one applies and the others wait. A table that is in use is waited for without
 * holding up others who use it.
 *
 * @returns the names of those applied now
 * @throws MigrationError when one fails, or was changed after it had been applied
 */
export async function migrate(databaseUrl: string, folder = path.resolve("prisma/migrations")): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (findPending(migrations, await readHistory(client)).length === 0) return [];
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_ADVISORY_LOCK]);
    await createHistoryTable(client);
    const pending = findPending(migrations, await readHistory(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('_prisma_migrations')::text AS table",
  );
  if (!rows[0]?.table) return [];
  const history = await client.query<Applied>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  return history.rows;
}

function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const applied = history.find((row) => row.migration_name === name);
    if (!applied) return true;
    if (!applied.finished_at) {
      throw new MigrationError(`Migration ${name} failed earlier and was not resolved (see "prisma migrate resolve").`);
    }
    if (applied.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} was changed after it had been applied.`);
    }
    return false;
  });
}

/** As Prisma makes it. */
async function createHistoryTable(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum VARCHAR(64) NOT NULL,
      finished_at TIMESTAMPTZ,
      migration_name VARCHAR(255) NOT NULL,
      logs TEXT,
      rolled_back_at TIMESTAMPTZ,
      started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

/** While other transactions hold the tables, tries again, so that visitors never queue behind a waiting migration. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const isLocked = error instanceof pg.DatabaseError && LOCKED.has(error.code ?? "");
      if (!isLocked || attempt === MAX_ATTEMPTS) {
        const message = error instanceof Error ? error.message : String(error);
        throw new MigrationError(`Migration ${migration.name} failed: ${message}`);
      }
      if (attempt === 1) log.warn({ migration: migration.name }, "migration waits for a table that is in use");
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
  await client.query("COMMIT");
}
