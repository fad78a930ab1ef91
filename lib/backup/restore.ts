import type { Readable } from "node:stream";
import pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { assertEmpty, assertUnused } from "@/lib/backup/empty";
import { BackupError } from "@/lib/backup/error";
import type { BackupHeader } from "@/lib/backup/header";
import { loadTables } from "@/lib/backup/load";
import type { BackupSummary } from "@/lib/backup/manifest";
import { readBackup } from "@/lib/backup/read";
import { existingTables } from "@/lib/backup/snapshot";
import type { BackupProgress } from "@/lib/backup/write";
import { lockKey } from "@/lib/db/advisory-lock";
import { type AppliedMigration, appliedMigrations, knownMigrations, migrate } from "@/lib/db/migrate";
import { withOwnClient } from "@/lib/db/own-client";
import { execute, sql } from "@/lib/db/sql";

type RestoreOptions = {
  databaseUrl: string;
  passphrase?: string | undefined;
  /** The name of the file, for the audit log. */
  label: string;
  onHeader?: (header: BackupHeader) => void;
  onProgress?: (progress: BackupProgress) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Restores a backup into an empty database, with the migrations it was made with; the caller applies the rest.
 * Everything is loaded in one transaction, and counts and checksums are compared before it commits: a failed restore
 * leaves at most empty tables, and a refused one changes nothing.
 *
 * @param source read once; verify it before
 * @throws BackupError, or the error of the database
 */
export async function restoreBackup(source: Readable, options: RestoreOptions): Promise<BackupSummary> {
  const { databaseUrl: url, signal } = options;
  try {
    return await withOwnClient({ url, name: "hop-restore", signal }, (client) => restoreInto(client, source, options));
  } finally {
    source.destroy();
  }
}

async function restoreInto(client: pg.Client, source: Readable, options: RestoreOptions): Promise<BackupSummary> {
  const { databaseUrl, passphrase, label, onProgress, signal } = options;
  const summary = await readBackup(source, { passphrase, signal }, async (header) => {
    options.onHeader?.(header);
    // The lock that Hop takes when it starts, so that none migrates in the meantime.
    await execute(client, sql`SELECT pg_advisory_lock(${lockKey("hop_start")})`);
    await assertUnused(client);
    // Checked before any change: it may be the wrong database.
    await assertEmpty(client);
    await prepareTables(client, databaseUrl, header.migrations);
    await client.query("BEGIN");
    // From here on nobody can write. Checks that nobody has written since the first check.
    const names = await existingTables(client);
    await client.query(`LOCK TABLE ${names.map(pg.escapeIdentifier).join(", ")} IN ACCESS EXCLUSIVE MODE`);
    await assertEmpty(client);
    return loadTables(client, header.months, onProgress);
  });
  const { createdAt, hopVersion, rows } = summary;
  const after = {
    createdAt,
    hopVersion,
    shortUrls: rows.short_urls ?? 0,
    users: rows.users ?? 0,
    clicks: rows.visits ?? 0,
  };
  const subject = { type: "backup", id: createdAt, label };
  await recordAudit(client, OPERATOR, { action: "backup.restore", subject, after });
  const tables = await existingTables(client);
  await client.query("COMMIT");
  // The first queries must not wait for autovacuum to learn how large the tables are. It is restored in any case.
  await client.query(`ANALYZE ${tables.map(pg.escapeIdentifier).join(", ")}`).catch(() => undefined);
  return summary;
}

/**
 * @throws BackupError if the backup lacks migrations of the database, or this version lacks migrations of the backup
 */
async function prepareTables(client: pg.Client, databaseUrl: string, wanted: AppliedMigration[]): Promise<void> {
  const known = new Map(knownMigrations().map(({ name, checksum }) => [name, checksum]));
  if (wanted.some(({ name, checksum }) => known.get(name) !== checksum)) {
    throw new BackupError("This backup was made by a newer version of Hop: upgrade first.");
  }
  const names = new Set(wanted.map(({ name }) => name));
  const other = (await appliedMigrations(client)).find(({ name }) => !names.has(name));
  if (other) {
    const who = known.has(other.name)
      ? "a newer version of Hop than the backup's"
      : "another application, or a newer version of Hop";
    throw new BackupError(
      `This database was used by ${who} (migration ${other.name}): restore into a new database, or a new DATA_DIR.`,
    );
  }
  await migrate(databaseUrl, undefined, ({ name }) => names.has(name));
}
