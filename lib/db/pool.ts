import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** Connections of one process; three roles and a few fronts stay below Postgres's usual 100. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/** Kept across hot reloads, which would otherwise leave a pool behind each time. */
const kept = globalThis as typeof globalThis & { hopPool?: pg.Pool };

/**
 * The process's connections to Postgres, opened on demand.
 *
 * @throws Error when DATABASE_URL is unset: the supervisor sets it for its roles
 */
export function pool(): pg.Pool {
  kept.hopPool ??= openPool();
  return kept.hopPool;
}

function openPool(): pg.Pool {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
  const opened = new pg.Pool({
    connectionString: DATABASE_URL,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // An idle connection that breaks must not end the process; the pool opens another.
  opened.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  return opened;
}

/** Closes the connections, for an ordered end of the process. */
export async function closePool(): Promise<void> {
  const open = kept.hopPool;
  kept.hopPool = undefined;
  await open?.end();
}
