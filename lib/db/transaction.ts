import type pg from "pg";
import { isDatabaseUnavailable, rethrowDatabaseError } from "@/lib/database-unavailable";
import { execute, sql } from "@/lib/db/sql";

/** Lets a transaction wait for something else for longer than the minute that the pool allows. */
export async function allowIdle(client: pg.PoolClient, minutes: number): Promise<void> {
  await execute(client, sql`SELECT set_config('idle_in_transaction_session_timeout', ${`${minutes}min`}, true)`);
}

/**
 * Runs `work` in a transaction on its own connection. Rolls back if it throws. If the connection is idle for a minute
 * meanwhile, Postgres ends it; see `allowIdle`.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrowDatabaseError);
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  // The pool only handles errors of idle connections. Without this, a lost connection would crash the process.
  client.on("error", onError);
  try {
    await client.query("BEGIN").catch(rethrowDatabaseError);
    const result = await work(client);
    await client.query("COMMIT").catch(rethrowDatabaseError);
    return result;
  } catch (error) {
    // A demoted server responds, but no longer writes.
    if (isDatabaseUnavailable(error)) failure ??= error as Error;
    else await client.query("ROLLBACK").catch(onError);
    throw error;
  } finally {
    if (!failure) client.off("error", onError);
    // Closes the connection instead of reusing it, which also rolls back.
    client.release(failure);
  }
}
