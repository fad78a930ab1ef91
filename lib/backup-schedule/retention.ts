import type pg from "pg";
import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { lockKey } from "@/lib/db/advisory-lock";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { readWalPosition } from "@/lib/db/wal-position";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Store, StoreError } from "@/lib/stores/store";

const KEPT_ROWS = "90 days";
/** SQLSTATE (Postgres, appendix A). */
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Distinguishes a database from those into which its dump was loaded: they have its rows of backups, but must not
 * delete its files. A copy of the whole cluster, such as a snapshot of its disk, can't be told apart. Null if this user
 * may not read it.
 */
export async function identifyDatabase(pool: pg.Pool): Promise<string | null> {
  try {
    return (await readWalPosition(pool)).cluster;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
}

/**
 * Records that `hop backup` begins to write a file, so that if it is killed, the next attempt removes the file. The
 * caller holds the lock "hop: backup".
 *
 * @returns a function that removes the record, for a complete file. It throws a StoreError if the file was mistaken
 *   for that of a killed command, which can happen if the lock is lost with its connection.
 */
export async function recordCommand(pool: pg.Pool, address: string, name: string): Promise<() => Promise<void>> {
  const database = await identifyDatabase(pool);
  await execute(
    pool,
    sql`INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at)
        VALUES (${address}, ${name}, ${name}, ${database}, 0, now(), now())`,
  );
  return async () => {
    const forgotten = await execute(
      pool,
      sql`DELETE FROM backups WHERE address = ${address} AND slot = ${name} AND name IS NOT NULL`,
    );
    if (forgotten === 0)
      throw new StoreError(`${address}/${name} was removed: the connection to the database was lost`);
  };
}

/**
 * Removes files left behind by failed, stopped or killed attempts, including those of `hop backup` unless it is
 * running. Files that can't be removed now are retried later.
 *
 * @param current the name that the running attempt uses
 */
export async function removeUnfinished(
  pool: pg.Pool,
  store: Store,
  { database, current }: { database: string | null; current: string },
): Promise<void> {
  const rows = await queryRows<{ id: string; name: string }>(
    pool,
    sql`SELECT id, name FROM backups
        WHERE address = ${store.address} AND finished_at IS NULL AND name <> ${current} AND database = ${database}
          AND (slot <> name OR pg_try_advisory_xact_lock(${lockKey("hop: backup")}))
        ORDER BY id`,
  );
  for (const { id, name } of rows) {
    // A `hop backup` may have finished between the statement's snapshot and its check of the lock: its file is
    // complete.
    const [left] = await queryRows(pool, sql`SELECT FROM backups WHERE id = ${id}`);
    if (!left) continue;
    try {
      await store.remove(name);
    } catch (error) {
      // The others would probably fail as well, which may take minutes each.
      log.warn({ err: error, name }, "unfinished backup not removed; trying again with the next one");
      return;
    }
    await execute(pool, sql`UPDATE backups SET name = NULL WHERE id = ${id}`);
    await execute(pool, sql`DELETE FROM backups WHERE id = ${id} AND slot = ${name}`);
  }
}

/** Deletes the oldest backups of this installation, which the audit log records, and old rows. */
export async function removeOld(pool: pg.Pool, store: Store, database: string | null): Promise<void> {
  const { address } = store;
  if (database === null)
    log.warn({ address }, "old backups are kept: this database user may not read pg_control_system()");
  const old = await queryRows<{ id: string; name: string; bytes: string }>(
    pool,
    // Ordered by number, since the clock may have been set back.
    sql`
      SELECT id, name, bytes FROM backups
      WHERE address = ${address} AND finished_at IS NOT NULL AND removed_at IS NULL AND database = ${database}
      ORDER BY id DESC OFFSET ${env().BACKUP_KEEP}`,
  );
  for (const { id, name, bytes } of old.reverse()) {
    await store.remove(name);
    await inTransaction(pool, async (client) => {
      await execute(client, sql`UPDATE backups SET removed_at = now() WHERE id = ${id}`);
      const subject = { type: "backup", id: name, label: name };
      await recordAudit(client, SYSTEM, { action: "backup.remove", subject, before: { bytes: Number(bytes) } });
    });
    log.info({ address, name }, "old backup removed");
  }
  await execute(
    pool,
    sql`
      DELETE FROM backups
      WHERE (removed_at IS NOT NULL OR finished_at IS NULL OR database IS DISTINCT FROM ${database})
        AND started_at < now() - ${KEPT_ROWS}::interval`,
  );
}
