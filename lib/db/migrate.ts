import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { isLocked, MAX_LOCK_WAIT_MS, untilUnlocked } from "@/lib/db/lock-wait";
import { withOwnClient } from "@/lib/db/own-client";
import { execute, queryRows, sql } from "@/lib/db/sql";

/** The advisory lock of `prisma migrate deploy`, so that the two exclude each other. */
const PRISMA_ADVISORY_LOCK = 72_707_369;

function defaultFolder(): string {
  return path.resolve("prisma/migrations");
}

/** A migration failed, or the history does not match. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

export type AppliedMigration = { name: string; checksum: string };
type Migration = AppliedMigration & { script: string };
type Connection = Pick<pg.ClientBase, "query">;
type Applied = { migration_name: string; checksum: string; isFinished: boolean };

/**
 * Applies pending migrations, each in its own transaction, and records them in Prisma's format, so that
 * `prisma migrate deploy` sees the same history. Concurrent processes wait for each other. Waiting for a table in use
 * does not block its other users.
 *
 * @param isWanted selects migrations, for a database of an earlier version
 * @param lockWaitMs how long each waits for locks held by others
 * @returns the names of the migrations applied
 * @throws MigrationError if one fails or was modified after it was applied
 * @throws LockedError
 */
export async function migrate(
  databaseUrl: string,
  folder = defaultFolder(),
  isWanted: (migration: AppliedMigration) => boolean = () => true,
  lockWaitMs = MAX_LOCK_WAIT_MS,
): Promise<string[]> {
  const migrations = readMigrations(folder).filter(isWanted);
  return withOwnClient({ url: databaseUrl, name: "hop-migrate" }, async (client) => {
    const unlocked = <T>(what: string, work: () => Promise<T>) =>
      untilUnlocked({ client, databaseUrl, what, maxMs: lockWaitMs }, work);
    const readPending = async () => findPending(migrations, await readHistory(client));
    if ((await unlocked("Reading the history of migrations", readPending)).length === 0) return [];
    const pending = await unlocked("The migration", async () => {
      await execute(client, sql`SELECT pg_advisory_lock(${PRISMA_ADVISORY_LOCK})`);
      await createHistoryTable(client);
      return readPending();
    });
    for (const migration of pending) {
      await unlocked(`Migration ${migration.name}`, () => apply(client, migration));
    }
    return pending.map(({ name }) => name);
  });
}

/** All migrations of this version. */
export function knownMigrations(): AppliedMigration[] {
  return readMigrations(defaultFolder()).map(({ name, checksum }) => ({ name, checksum }));
}

/**
 * The migrations applied to a database, in order, including any unknown to this version. Empty for a database without
 * Hop.
 */
export async function appliedMigrations(client: Connection): Promise<AppliedMigration[]> {
  const finished = (await readHistory(client)).filter(({ isFinished }) => isFinished);
  return finished
    .map((row) => ({ name: row.migration_name, checksum: row.checksum }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether Hop has begun to migrate a database, or only another application that uses Prisma, or none. */
export async function findMigrator(client: Connection): Promise<"hop" | "other" | "none"> {
  const [found] = await queryRows<{ isTable: boolean; isReadable: boolean }>(
    client,
    sql`SELECT oid IS NOT NULL AS "isTable", EXISTS (
          SELECT FROM pg_attribute WHERE attrelid = oid AND attname = 'migration_name' AND NOT attisdropped
        ) AS "isReadable"
        FROM (SELECT to_regclass('_prisma_migrations')) AS history (oid)`,
  );
  if (!found?.isTable) return "none";
  if (!found.isReadable) return "other";
  const rows = await queryRows<{ name: string }>(client, sql`SELECT migration_name AS name FROM _prisma_migrations`);
  const known = new Set(migrationNames());
  if (rows.some(({ name }) => known.has(name))) return "hop";
  // The table is made before the first migration, which may have failed.
  return rows.length > 0 ? "other" : "none";
}

/** The names of the migrations that are not applied. @throws MigrationError if the history does not match */
export async function pendingMigrations(client: Connection): Promise<string[]> {
  return findPending(readMigrations(defaultFolder()), await readHistory(client)).map(({ name }) => name);
}

/** The names of all migrations of this version, in order. */
export function migrationNames(folder = defaultFolder()): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map((entry) => entry.name).sort();
}

function readMigrations(folder: string): Migration[] {
  return migrationNames(folder).map((name) => {
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
    sql`SELECT migration_name, checksum, finished_at IS NOT NULL AS "isFinished"
        FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
}

function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  return migrations.filter(({ name, checksum }) => {
    const applied = history.find((row) => row.migration_name === name);
    if (!applied) return true;
    if (!applied.isFinished) {
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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await applyOnce(client, migration);
  } catch (error) {
    await client.query("ROLLBACK");
    if (isLocked(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.name} failed: ${message}`);
  }
}

async function applyOnce(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  await client.query(script);
  await execute(
    client,
    sql`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
      VALUES (${randomUUID()}, ${checksum}, ${name}, now(), clock_timestamp(), 1)`,
  );
  await client.query("COMMIT");
}
