import pg from "pg";

const TIMEOUT_MS = 800;

/** One connection, for queries that give up after a fraction of a second. */
export function openProbePool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    idleTimeoutMillis: 5_000,
  });
  pool.on("error", () => undefined);
  return pool;
}
