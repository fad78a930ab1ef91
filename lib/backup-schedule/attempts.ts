import type pg from "pg";
import { recordAudit, SYSTEM } from "@/lib/audit/record";
import { BackupError } from "@/lib/backup/error";
import type { BackupSummary } from "@/lib/backup/manifest";
import { LOCK } from "@/lib/db/advisory-lock";
import { execute, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { withoutSecrets } from "@/lib/jobs/without-secrets";
import { log } from "@/lib/log";
import { StoreError } from "@/lib/stores/store";

/*
 * The rows of backups, as an attempt sees them. It changes its row only while that has its file's name and is marked as
 * running. If a process was frozen in the meantime and another one has taken over, neither is the case.
 */

const MAX_FAILURE_LENGTH = 500;
const ENDED =
  "The attempt exited without a result: its process was killed, for example for lack of memory, or its machine stopped.";

/** The backup being made. `database` identifies its database, see `identifyDatabase`. */
export type Attempt = { address: string; slot: string; name: string; database: string | null };

/** An attempt without a heartbeat for this long has ended. */
export const LEASE = raw(`interval '${LOCK.timeoutMs} milliseconds'`);
/** Pause between the end of an attempt and the next one. Grows from a minute to an hour. */
export const pause = sql`interval '1 minute' * least(2 ^ least(backups.attempts - 1, 6), 60)`;
const isOurs = ({ address, name }: Attempt): Sql =>
  sql`address = ${address} AND name = ${name} AND working_until IS NOT NULL AND finished_at IS NULL`;

/**
 * Records the end of attempts that have begun but have no recorded end. Requires the lock, so none is running.
 * The pause until the next attempt counts from the last heartbeat.
 */
export async function recordKilled(pool: pg.Pool, address: string, database: string | null): Promise<void> {
  const rows = await queryRows<{ attempts: number }>(
    pool,
    sql`UPDATE backups SET failure = ${ENDED}, working_until = NULL,
          retry_at = least(working_until - ${LEASE}, now()) + ${pause}
        WHERE address = ${address} AND database IS NOT DISTINCT FROM ${database}
          AND working_until IS NOT NULL AND finished_at IS NULL
        RETURNING attempts`,
  );
  for (const { attempts } of rows)
    log.error({ address, attempt: attempts }, "backup exited without a result; retrying");
}

/** Records that a process has ended before it began its attempt, which also causes a pause. */
export async function recordUnstartedAttempt(
  pool: pg.Pool,
  { address, slot, database }: Omit<Attempt, "name">,
): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO backups (address, slot, database, attempts, started_at, retry_at, failure)
        VALUES (${address}, ${slot}, ${database}, 1, now(), now() + interval '1 minute', ${ENDED})
        ON CONFLICT (address, slot) DO UPDATE SET attempts = backups.attempts + 1, started_at = now(), failure = ${ENDED},
          retry_at = now() + interval '1 minute' * least(2 ^ least(backups.attempts, 6), 60)
        WHERE backups.finished_at IS NULL AND backups.working_until IS NULL AND backups.retry_at <= now()`,
  );
}

/**
 * Begins an attempt. If an earlier one of the same slot may have left a file, that gets its own row until it is
 * removed.
 *
 * @returns the number of this attempt
 */
export async function begin(pool: pg.Pool, { address, slot, name, database }: Attempt): Promise<number> {
  const [found] = await queryRows<{ attempts: number }>(
    pool,
    sql`
      WITH left_behind AS (
        INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at)
        SELECT address, name, name, database, 0, started_at, now() FROM backups
        WHERE address = ${address} AND slot = ${slot} AND name IS NOT NULL
        ON CONFLICT DO NOTHING
      )
      INSERT INTO backups (address, slot, name, database, attempts, started_at, retry_at, working_until)
      VALUES (${address}, ${slot}, ${name}, ${database}, 1, now(), now(), now() + ${LEASE})
      ON CONFLICT (address, slot) DO UPDATE SET name = excluded.name, database = excluded.database,
        attempts = backups.attempts + 1, started_at = now(), retry_at = now(), working_until = excluded.working_until
      RETURNING attempts`,
  );
  return found?.attempts ?? 1;
}

/** Shows that the attempt is alive. @returns false if another process has taken over */
export async function extend(pool: pg.Pool, attempt: Attempt): Promise<boolean> {
  return (await execute(pool, sql`UPDATE backups SET working_until = now() + ${LEASE} WHERE ${isOurs(attempt)}`)) > 0;
}

/**
 * Records the backup, in the audit log too.
 *
 * @returns false if another process has taken over: the file must not stay, since that process doesn't count it
 */
export async function succeed(
  pool: pg.Pool,
  attempt: Attempt,
  { createdAt, bytes, sha256, isEncrypted }: BackupSummary,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const changed = await execute(
      client,
      sql`UPDATE backups SET finished_at = now(), bytes = ${bytes}, failure = NULL, working_until = NULL
          WHERE ${isOurs(attempt)}`,
    );
    if (changed === 0) return false;
    const subject = { type: "backup", id: createdAt, label: attempt.name };
    await recordAudit(client, SYSTEM, { action: "backup.create", subject, after: { bytes, sha256, isEncrypted } });
    return true;
  });
}

/** The next attempt begins at once, with the same number. */
export async function interrupt(pool: pg.Pool, attempt: Attempt): Promise<void> {
  await execute(
    pool,
    sql`UPDATE backups SET attempts = attempts - 1, retry_at = now(), working_until = NULL WHERE ${isOurs(attempt)}`,
  );
}

/** The next attempt begins after a pause, which counts from now. */
export async function fail(pool: pg.Pool, attempt: Attempt, error: unknown): Promise<void> {
  await execute(
    pool,
    sql`UPDATE backups SET failure = ${describe(error).slice(0, MAX_FAILURE_LENGTH)}, retry_at = now() + ${pause}, working_until = NULL
        WHERE ${isOurs(attempt)}`,
  );
}

/** Describes the error to administrators. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof StoreError || error instanceof BackupError ? message : withoutSecrets(message);
}
