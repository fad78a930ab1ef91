import pg from "pg";
import { markDatabaseError } from "@/lib/database-unavailable";
import { watchPool } from "@/lib/db/connection-stats";
import { execute, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** Per process. Three roles and a few fronts stay below Postgres's default limit of 100. */
const MAX_CONNECTIONS = 10;
const MAX_ASYNC_COMMIT_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;

/** Survives hot reloads, which would otherwise leak pools. */
const shared = globalThis as typeof globalThis & { hopPool?: pg.Pool; hopAsyncCommitPool?: pg.Pool };

/**
 * The process's connection pool, opened on demand.
 *
 * @throws Error if DATABASE_URL is not set; the supervisor sets it for its roles
 */
export function pool(): pg.Pool {
  shared.hopPool ??= openPool({ name: "main", max: MAX_CONNECTIONS, settings: roleSettings() });
  return shared.hopPool;
}

/** API calls must not hold a connection for long; background work may. */
function roleSettings(): Settings {
  const { HOP_ROLE, STATEMENT_TIMEOUT_SECONDS } = env();
  return HOP_ROLE === "app" ? { statement_timeout: `${STATEMENT_TIMEOUT_SECONDS}s` } : {};
}

/**
 * A pool with `synchronous_commit = off`, for shared counters. Row locks are not held until the commit reaches the
 * disk; a Postgres crash may lose the last half second.
 */
export function asyncCommitPool(): pg.Pool {
  shared.hopAsyncCommitPool ??= openPool({
    name: "counters",
    max: MAX_ASYNC_COMMIT_CONNECTIONS,
    settings: { ...roleSettings(), synchronous_commit: "off" },
  });
  return shared.hopAsyncCommitPool;
}

/** Postgres session settings by name. */
type Settings = Record<string, string>;

/**
 * @param name for /metrics
 * @param settings applied to each new connection, since connection poolers reject startup parameters
 */
export function openPool({ name, max, settings }: { name: string; max: number; settings: Settings }): pg.Pool {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
  const opened = new pg.Pool({
    connectionString: DATABASE_URL,
    max,
    onConnect: (client) => configure(client, settings),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // An unhandled error on an idle connection would crash the process. The pool replaces it.
  opened.on("error", (error) => log.warn({ err: markDatabaseError(error) }, "database connection lost"));
  watchPool(name, opened);
  return opened;
}

async function configure(client: pg.ClientBase, settings: Settings): Promise<void> {
  const [names, values] = [Object.keys(settings), Object.values(settings)];
  if (names.length === 0) return;
  await execute(
    client,
    sql`
      SELECT set_config(name, value, false)
      FROM unnest(${names}::text[], ${values}::text[]) AS setting (name, value)`,
  );
}

/** Closes all connections before the process exits. */
export async function closePool(): Promise<void> {
  const open = [shared.hopPool, shared.hopAsyncCommitPool];
  shared.hopPool = undefined;
  shared.hopAsyncCommitPool = undefined;
  await Promise.all(open.map((one) => one?.end()));
}
