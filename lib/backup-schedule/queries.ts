import type pg from "pg";
import type { Actor } from "@/lib/actor";
import { LEASE, pause } from "@/lib/backup-schedule/attempts";
import { slotOf } from "@/lib/backup-schedule/slot";
import type { BackupState } from "@/lib/backup-schedule/types";
import { readClock } from "@/lib/db/clock";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { canManageSettings } from "@/lib/settings/policy";

/** A clock that was set back must not delay a retry. */
const MAX_RETRY_PAUSE = "2 hours";

/**
 * The slot whose backup should be made now; null if it has been made, will be retried later, or a backup is being made.
 */
export async function findDueSlot(db: pg.Pool, address: string): Promise<string | null> {
  const { BACKUP_EVERY_HOURS, TIME_ZONE } = env();
  const slot = slotOf(await readClock(db), BACKUP_EVERY_HOURS, TIME_ZONE);
  const [row] = await queryRows(
    db,
    sql`
      SELECT FROM backups WHERE working_until BETWEEN now() AND now() + ${LEASE}
        OR address = ${address} AND slot = ${slot}
           AND (finished_at IS NOT NULL OR retry_at BETWEEN now() AND now() + ${MAX_RETRY_PAUSE}::interval)
      LIMIT 1`,
  );
  return row ? null : slot;
}

type Row = { name: string; finishedAt: Date; bytes: string };
type Failure = { at: Date; message: string; attempts: number };

/** @throws AppError forbidden */
export async function getBackupState(actor: Actor): Promise<BackupState> {
  if (!canManageSettings(actor)) throw forbidden();
  return readBackupState(pool());
}

/** The last good backup in BACKUP_TO, and the failures since. */
export async function readBackupState(db: pg.Pool): Promise<BackupState> {
  const { BACKUP_TO, BACKUP_EVERY_HOURS } = env();
  const address = BACKUP_TO ?? null;
  const [good] = await queryRows<Row>(
    db,
    sql`
      SELECT name, finished_at AS "finishedAt", bytes FROM backups
      WHERE address = ${address} AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  const failures = await queryRows<Failure>(
    db,
    sql`
      SELECT CASE WHEN working_until IS NULL THEN retry_at - ${pause} ELSE started_at END AS at, failure AS message,
             attempts - (working_until IS NOT NULL)::int AS attempts FROM backups
      WHERE address = ${address} AND finished_at IS NULL AND failure IS NOT NULL
        AND id > coalesce((SELECT max(id) FROM backups WHERE address = ${address} AND finished_at IS NOT NULL), 0)
      ORDER BY id`,
  );
  const [running] = await queryRows<{ startedAt: Date }>(
    db,
    sql`SELECT started_at AS "startedAt" FROM backups
        WHERE address = ${address} AND working_until BETWEEN now() AND now() + ${LEASE} ORDER BY id DESC LIMIT 1`,
  );
  const latest = failures.at(-1);
  return {
    address,
    everyHours: BACKUP_EVERY_HOURS,
    last: good ? { at: good.finishedAt, bytes: Number(good.bytes), name: good.name } : null,
    runningSince: running?.startedAt ?? null,
    failedAttempts: failures.reduce((sum, { attempts }) => sum + attempts, 0),
    failure: latest ? { at: latest.at, message: latest.message } : null,
  };
}
