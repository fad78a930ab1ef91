import pg from "pg";
import { applySettings } from "@/lib/db/session-settings";

const TIMEOUT_MS = 800;

type Options = { timeoutMs?: number; idleTimeoutMillis?: number; readsTimes?: boolean };

/**
 * One connection, for queries that give up soon: by default after a fraction of a second.
 *
 * @param options.idleTimeoutMillis the connection is replaced after this time even if it is in use, since only a new one
 * shows that the database accepts connections, and its current settings
 * @param options.readsTimes needs another statement per connection, which nobody should wait for who checks whether the
 * database answers
 */
export function openProbePool(
  databaseUrl: string,
  { timeoutMs = TIMEOUT_MS, idleTimeoutMillis = 5_000, readsTimes = false }: Options = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis,
    maxLifetimeSeconds: idleTimeoutMillis / 1_000,
    ...(readsTimes && { onConnect: (client) => applySettings(client) }),
  });
  // An idle connection breaks as soon as the database stops; the next query opens another.
  pool.on("error", () => undefined);
  return pool;
}
