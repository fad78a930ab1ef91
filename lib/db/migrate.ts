import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";

/** The advisory lock of `prisma migrate deploy`, so that the two exclude each other. */
const PRISMA_ADVISORY_LOCK = 72_707_369;

/** Queries queue behind a migration that waits for their table, so it gives up after this long and retries. */
export const LOCK_TIMEOUT_MS = 500;
const RETRY_PAUSE_MS = 1_000;
/** About ten minutes, longer than most exports and dumps. */
const MAX_ATTEMPTS = 400;
/** SQLSTATE (Postgres, appendix A): lock_not_available, deadlock_detected. */
const LOCKED = new Set(["55P03", "40P01"]);

/** A migration failed, or the history does not match. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

type Migration = { name: string; script: string; checksum: string };
type Connection = Pick<pg.ClientBase, "query">;
type Applied = { migration_name: string; checksum: string; finished_at: Date | null };

/**
 * Applies pending migrations, each in its own transaction, and records them in Prisma's format, so that
 * `prisma migrate deploy` sees the same history. Concurrent processes wait for each other. Waiting for a table in use
 * does not block its other users.
 *
 * @returns the names of the migrations applied
 * @throws MigrationError if one fails or was modified after it was applied
 */
export async function migrate(databaseUrl: string, folder = path.resolve("prisma/migrations")): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // The running query rejects as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (findPending(migrations, await readHistory(client)).length === 0) return [];
    await execute(client, sql`SELECT pg_advisory_lock(${PRISMA_ADVISORY_LOCK})`);
    await createHistoryTable(client);
    const pending = findPending(migrations, await readHistory(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The names of the migrations that are not applied. @throws MigrationError if the history does not match */
export async function pendingMigrations(
  client: Connection,
  folder = path.resolve("prisma/migrations"),
): Promise<string[]> {
  return findPending(readMigrations(folder), await readHistory(client)).map(({ name }) => name);
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    });
}

async function readHistory(client: Connection): Promise<Applied[]> {
  const [found] = await queryRows<{ table: string | null }>(
    client,
    sql`SELECT to_regclass('_prisma_migrations')::text AS table`,
  );
  if (!found?.table) return [];
  return queryRows<Applied>(
    client,
    sql`SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
}

function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const applied = history.find((row) => row.migration_name === name);
    if (!applied) return true;
    if (!applied.finished_at) {
      throw new MigrationError(`Migration ${name} failed earlier and was not resolved (see "prisma migrate resolve").`);
    }
    if (applied.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} was modified after it was applied.`);
    }
    return false;
  });
}

/** The same table as Prisma's. */
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

/** Retries while other transactions hold the tables, so that redirects never queue behind a migration. */
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
      if (attempt === 1) log.warn({ migration: migration.name }, "migration is waiting for a table in use");
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

async function applyOnce(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(script);
  await execute(
    client,
    sql`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
      VALUES (${randomUUID()}, ${checksum}, ${name}, now(), clock_timestamp(), 1)`,
  );
  await client.query("COMMIT");
}
