import pg from "pg";

const TIMEOUT_MS = 800;

/** One connection, for queries that give up soon: by default after a fraction of a second. */
export function openProbePool(
  databaseUrl: string,
  { timeoutMs = TIMEOUT_MS, idleTimeoutMillis = 5_000 } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis,
  });
  // An idle connection breaks as soon as the database stops; the next query opens another.
  pool.on("error", () => undefined);
  return pool;
}
