import { asyncCommitConnections } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { MIN_DATABASE_CONNECTIONS } from "@/lib/env-variables";
import type { DatabaseServer, Problem } from "@/server/postgres/database-server";

/** Of each front: two for look-ups, LISTEN and the health check. */
const FRONT_CONNECTIONS = 4;
/**
 * LISTEN of the app (twice) and of the worker, the worker's counters, its maintenance, the page guard, metrics and a
 * backup.
 */
const OTHER_CONNECTIONS = 8;
/**
 * While one person signs in, measured with pools of 4 and of 10: one connection for each of a pool, up to 10, since the
 * worker polls all its queues at once, and the others.
 */
const SINGLE_USER = { pool: 10, others: 6 };

/**
 * How many connections one machine uses at most, without the eight more of downloads: 36 by default. The documents
 * have the same formula (docs/configuration.md).
 *
 * @param poolSize DATABASE_CONNECTIONS
 */
export function maxConnections(poolSize = env().DATABASE_CONNECTIONS): number {
  const pools = 2 * poolSize + asyncCommitConnections(poolSize);
  return pools + OTHER_CONNECTIONS + FRONT_CONNECTIONS * env().WEB_CONCURRENCY;
}

function isEnoughForOne(connections: number, poolSize = env().DATABASE_CONNECTIONS): boolean {
  const fronts = FRONT_CONNECTIONS * env().WEB_CONCURRENCY;
  return connections >= Math.min(poolSize, SINGLE_USER.pool) + SINGLE_USER.others + fronts;
}

/** The largest lower DATABASE_CONNECTIONS that is within a limit. */
function fittingPoolSize(connections: number): number | undefined {
  let size = env().DATABASE_CONNECTIONS - 1;
  while (size >= MIN_DATABASE_CONNECTIONS && maxConnections(size) > connections) size--;
  return size >= MIN_DATABASE_CONNECTIONS ? size : undefined;
}

/**
 * The problem with a limit on connections that is reached at once, when Hop is busy, or while a reload runs it twice;
 * null if there is none.
 *
 * @returns isSevere: calls fail, sign-ins too, even with a single user
 */
export function connectionsProblem({
  connections,
  user,
}: Pick<DatabaseServer, "connections" | "user">): (Problem & { isSevere: boolean }) | null {
  const max = maxConnections();
  if (connections >= 2 * max) return null;
  const isSevere = !isEnoughForOne(connections);
  const atOnce = "sign-ins and other calls fail even if only one person uses it";
  const later = `calls fail ${connections < max ? "when it is busy" : "during a reload when it is busy"}`;
  const fitting =
    fittingPoolSize(connections < max ? connections : connections / 2) ??
    // At least one person can use Hop with it.
    (isSevere && isEnoughForOne(connections, MIN_DATABASE_CONNECTIONS) ? MIN_DATABASE_CONNECTIONS : undefined);
  return {
    what: `the database allows ${user} only ${connections} connections, and Hop uses up to ${max}, twice as many during a reload, so ${isSevere ? atOnce : later}`,
    remedy: `raise max_connections, or the CONNECTION LIMIT of the user or the database${fitting ? `; or set DATABASE_CONNECTIONS=${fitting}` : ""}`,
    isSevere,
  };
}
