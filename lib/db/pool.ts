import { getPriority } from "node:os";
import pg from "pg";
import { markDatabaseError } from "@/lib/database-unavailable";
import { watchPool } from "@/lib/db/connection-stats";
import { lowerBackendPriority } from "@/lib/db/lower-priority";
import { applySettings, IDLE_IN_TRANSACTION, type Settings } from "@/lib/db/session-settings";
import { CLOSED_WHEN_GONE } from "@/lib/db/sockets";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** Of as many connections as the main pool has; counting takes a fraction of a call. */
const ASYNC_COMMIT_SHARE = 0.4;
const CONNECT_TIMEOUT_MS = 5_000;
/** Calls that wait for a lock longer are refused, before they take all connections from those that need no lock. */
const APP_LOCK_TIMEOUT = "5s";
/** Added to the statement timeout, which a server that is gone can't enforce. */
const RESPONSE_GRACE_MS = 5_000;

const pools = processWide("hopPools", (): { main?: pg.Pool; counters?: pg.Pool } => ({}));

/**
 * The process's connection pool, opened on demand.
 *
 * @throws Error if DATABASE_URL is not set; the supervisor sets it for its roles
 */
export function pool(): pg.Pool {
  pools.main ??= openPool({ name: "main", max: env().DATABASE_CONNECTIONS, settings: roleSettings() });
  return pools.main;
}

/** API calls must not hold a connection for long; background work may, whatever limit the database user has. */
export function roleSettings(): Settings {
  const { HOP_ROLE, STATEMENT_TIMEOUT_SECONDS } = env();
  if (HOP_ROLE === "worker") return { statement_timeout: "0" };
  if (HOP_ROLE !== "app") return {};
  return { statement_timeout: `${STATEMENT_TIMEOUT_SECONDS}s`, lock_timeout: APP_LOCK_TIMEOUT };
}

function responseTimeout(): { query_timeout?: number } {
  const { HOP_ROLE, STATEMENT_TIMEOUT_SECONDS } = env();
  return HOP_ROLE === "app" ? { query_timeout: STATEMENT_TIMEOUT_SECONDS * 1_000 + RESPONSE_GRACE_MS } : {};
}

/**
 * A pool with `synchronous_commit = off`, for shared counters. Row locks are not held until the commit reaches the
 * disk; a Postgres crash may lose the last half second.
 */
export function asyncCommitPool(): pg.Pool {
  pools.counters ??= openPool({
    name: "counters",
    max: asyncCommitConnections(),
    settings: { ...roleSettings(), synchronous_commit: "off" },
  });
  return pools.counters;
}

/** How many connections the asyncCommitPool has at most. @param poolSize DATABASE_CONNECTIONS */
export function asyncCommitConnections(poolSize = env().DATABASE_CONNECTIONS): number {
  return Math.ceil(poolSize * ASYNC_COMMIT_SHARE);
}

type PoolOptions = {
  /** Name in /metrics. */
  name: string;
  /** The primary's URL if absent. */
  url?: string;
  max: number;
  /** Applied to each new connection, besides those that all have. */
  settings: Settings;
  /** Also limits the wait for a free connection. */
  connectTimeoutMs?: number;
  /** Handles errors of idle connections, which the pool replaces. */
  onError?: (error: Error) => void;
};

function logLostConnection(error: Error): void {
  log.warn({ err: markDatabaseError(error) }, "database connection lost");
}

export function openPool({
  name,
  url = env().DATABASE_URL,
  max,
  settings,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  onError = logLostConnection,
}: PoolOptions): pg.Pool {
  if (!url) throw new Error("DATABASE_URL is not set");
  const opened = new pg.Pool({
    connectionString: url,
    max,
    onConnect: (client) => configure(client, settings),
    connectionTimeoutMillis: connectTimeoutMs,
    ...responseTimeout(),
    ...(url === env().DATABASE_URL && CLOSED_WHEN_GONE),
  });
  // Unhandled, it would crash the process.
  opened.on("error", onError);
  watchPool(name, opened);
  return opened;
}

async function configure(client: pg.ClientBase, settings: Settings): Promise<void> {
  // First, since the user's or the database's limits may end any statement.
  await applySettings(client, { ...IDLE_IN_TRANSACTION, ...settings });
  // On busy cores, redirects take priority over pages, and pages over the drain (server/processes/role-process.ts), in
  // Postgres as well.
  const niceness = getPriority();
  if (niceness > 0) await lowerBackendPriority(client, niceness);
}

/** Closes all connections before the process exits. */
export async function closePool(): Promise<void> {
  const open = [pools.main, pools.counters];
  delete pools.main;
  delete pools.counters;
  await Promise.all(open.map((one) => one?.end()));
}
