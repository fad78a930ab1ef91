import type pg from "pg";
import { unlessStalled } from "@/lib/backup/stall";
import { type Attempt, begin, extend, fail, interrupt, recordKilled, succeed } from "@/lib/backup-schedule/attempts";
import { findDueSlot } from "@/lib/backup-schedule/queries";
import { identifyDatabase, removeOld, removeUnfinished } from "@/lib/backup-schedule/retention";
import { writeToStore } from "@/lib/backup-schedule/write-to-store";
import { LOCK, withLock } from "@/lib/db/advisory-lock";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { openStore } from "@/lib/stores/open";
import { newBackupName, type Store } from "@/lib/stores/store";

const OVERTAKEN = "another process has taken over, because this one sent no heartbeat";

/**
 * Makes the backup that is due, unless another process is making one. Each slot gets one backup; a killed process
 * leaves a row that the next one finds.
 *
 * @returns whether one was made
 */
export async function makeDueBackup(pool: pg.Pool, stopping: AbortSignal): Promise<boolean> {
  const { BACKUP_TO: address } = env();
  if (!address || !(await findDueSlot(pool, address))) return false;
  const isMade = await withLock(pool, "hop_backup", async (lost) => {
    const database = await identifyDatabase(pool);
    await recordKilled(pool, address, database);
    // Checked again: another process may just have made it, and a killed one is followed by a pause.
    const slot = await findDueSlot(pool, address);
    return slot !== null && run(pool, { address, slot, name: newBackupName(), database }, { lost, stopping });
  });
  return isMade ?? false;
}

type Signals = { lost: AbortSignal; stopping: AbortSignal };

async function run(pool: pg.Pool, attempt: Attempt, { lost, stopping }: Signals): Promise<boolean> {
  const { address } = attempt;
  const number = await begin(pool, attempt);
  const overtaken = new AbortController();
  const heartbeat = setInterval(async () => {
    if (!(await extend(pool, attempt).catch(() => true))) overtaken.abort(new Error(OVERTAKEN));
  }, LOCK.heartbeatMs);
  const signal = AbortSignal.any([stopping, lost, overtaken.signal]);
  try {
    const store = await openStore(address);
    await storeBackup(pool, store, attempt, signal);
    await unlessStalled(signal, () => removeOld(pool, store, attempt.database)).catch((error: unknown) =>
      log.warn({ err: error, address }, "old backups not removed"),
    );
    return true;
  } catch (error) {
    if (stopping.aborted) {
      await interrupt(pool, attempt);
      log.info({ address }, "backup interrupted; it restarts when the worker is back");
    } else {
      log.error({ err: error, address, attempt: number }, "backup failed; retrying");
      await fail(pool, attempt, error);
    }
    return false;
  } finally {
    clearInterval(heartbeat);
  }
}

async function storeBackup(pool: pg.Pool, store: Store, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { address, name, database } = attempt;
  const began = Date.now();
  await unlessStalled(signal, () => removeUnfinished(pool, store, { database, current: name }));
  const { DATABASE_URL = "", BACKUP_PASSPHRASE: passphrase } = env();
  const summary = await writeToStore(store, name, { databaseUrl: DATABASE_URL, passphrase, signal });
  if (!(await succeed(pool, attempt, summary))) {
    await store.remove(name);
    throw new Error(OVERTAKEN);
  }
  log.info({ address, name, bytes: summary.bytes, seconds: Math.round((Date.now() - began) / 1_000) }, "backup stored");
}
