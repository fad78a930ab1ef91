import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { within } from "@/lib/within";

/** Versions that run side by side share the locks, so a name never changes. `hop: …` is that of a command. */
type LockName = "hop_backup" | "hop_erase" | "hop_start" | `hop: ${string}`;

/** The key of a lock, for a statement that takes it. */
export const lockKey = (name: LockName) => sql`hashtext(${name})`;

/**
 * A process that is frozen or cut off loses the lock after `timeoutMs`; its holder sends a heartbeat every
 * `heartbeatMs`, which tests change.
 */
export const LOCK = { timeoutMs: 60_000, heartbeatMs: 10_000 };
/** If a heartbeat is not answered within this time, the lock is lost, or soon will be. */
const QUERY_TIMEOUT_MS = 30_000;
const RELEASE_TIMEOUT_MS = 5_000;

/**
 * Runs work that one process at a time may do. The lock is a transaction: it ends with its process, and with its
 * connection. The signal passed to `work` fires when it is lost.
 *
 * @returns null, without running the work, while another process has the lock
 */
export async function withLock<T>(
  pool: pg.Pool,
  name: LockName,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  // The running statement rejects as well.
  client.on("error", () => undefined);
  const done = new AbortController();
  try {
    // Sent as one message, so that a provider's timeout can't interrupt in between.
    await client.query("BEGIN; SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'");
    const [lock] = await queryRows<{ isOurs: boolean }>(
      client,
      sql`SELECT pg_try_advisory_xact_lock(${lockKey(name)}) AS "isOurs",
                 set_config('idle_in_transaction_session_timeout', ${String(LOCK.timeoutMs)}, true)`,
    );
    return lock?.isOurs ? await work(watchLock(client, done.signal)) : null;
  } finally {
    done.abort();
    const released = client.query("ROLLBACK").catch(() => undefined);
    await within(RELEASE_TIMEOUT_MS, released, undefined);
    // If the database doesn't answer, it releases the lock when the connection has been idle for too long.
    client.release(true);
  }
}

/** Keeps the lock's transaction from being idle, and aborts when it is lost. */
function watchLock(client: pg.PoolClient, done: AbortSignal): AbortSignal {
  const lost = new AbortController();
  const watch = async () => {
    while (!done.aborted) {
      await sleep(LOCK.heartbeatMs, undefined, { signal: done });
      const answer = await within(QUERY_TIMEOUT_MS, execute(client, sql`SELECT`), "late");
      if (answer === "late") throw new Error("no answer");
    }
  };
  watch().catch(() => {
    if (!done.aborted) lost.abort(new Error("the connection to the database was lost"));
  });
  return lost.signal;
}
