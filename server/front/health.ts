import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { readBacklog } from "@/lib/clicks/backlog";
import { countRejectedClicks } from "@/lib/clicks/rejected";
import { spoolFolder } from "@/lib/clicks/spool";
import { type MigrationProgress, readUnfinishedMigrations } from "@/lib/db/background-migrations";
import { migrationNames } from "@/lib/db/migrate";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { RedirectorState } from "@/lib/redirect/redirector";
import { openProbePool } from "@/server/postgres/probe-pool";
import { type WatchedState, watchReplica } from "@/server/postgres/replica-check";
import { type RoleState, readRoleState, WATCHED_ROLES, type WatchedRole } from "@/server/processes/heartbeat";

/** The database and the spool are checked at most once per this interval. */
const FRESH_MS = 1_000;
/** Load balancers wait for a second (deploy/haproxy/hop.cfg), and a slow database must not make them remove a front. */
const ANSWER_WITHIN_MS = 900;
/** Clicks are normally stored within two seconds. Beyond this the drain is considered stuck. */
const OVERDUE_SECONDS = 30;
/** How long after dropped clicks were noticed they count as a problem. */
const DROPPED_RECENTLY_MS = 60_000;

type Store = {
  /** `read-only` since it was demoted, or its provider has locked it because its disk is nearly full. */
  database: "up" | "read-only" | "down";
  migrations: "current" | "pending" | "unknown";
  /** `unusable` if its tables are missing, or may not be written: nobody can sign in by mail. */
  jobQueue: "usable" | "unusable" | "unknown";
  /** Rows in rejected_clicks; null while the database is down or slow. */
  rejectedClicks: number | null;
  /** Unfinished background migrations. */
  backgroundMigrations: Pick<MigrationProgress, "name" | "done" | "total" | "lastError">[];
};

type Drain = {
  /** Clicks in the spool, estimated if there are many; null if the spool is unreadable. */
  waitingClicks: number | null;
  /** Age of the oldest click in the spool; null if empty. */
  oldestWaitingSeconds: number | null;
};

type Found = Store &
  Drain &
  RedirectorState & {
    roles: Record<WatchedRole, RoleState>;
    isDroppingClicks: boolean;
    /** Null without DATABASE_REPLICA_URL. */
    replica: WatchedState | null;
  };

/** What `problems` of /health/ready can name. */
export type Problem =
  | WatchedRole
  | "database"
  | "replica"
  | "migrations"
  | "job queue"
  | "listening"
  | "spool"
  | "waiting clicks";

type Options = { databaseUrl: string; dataDir: string; redirectorState: () => RedirectorState };

/**
 * Whether this front should get traffic. Without the database it is `degraded` (200) while it has cached links, else
 * `unavailable` (503). It is also `degraded` if a role on this machine is down or clicks are not being stored.
 */
export function createHealthCheck({ databaseUrl, dataDir, redirectorState }: Options) {
  const pool = openProbePool(databaseUrl);
  const { DATABASE_REPLICA_URL: replicaUrl } = env();
  const replicaWatch = replicaUrl ? watchReplica(pool, replicaUrl) : null;
  let checked: { at: number; found: Promise<[Store, Drain]> } | undefined;
  const isDroppingClicks = watchDroppedClicks(redirectorState().droppedClicks);

  return {
    async ready() {
      if (!checked || performance.now() - checked.at > FRESH_MS) {
        checked = { at: performance.now(), found: Promise.all([checkStore(pool), checkDrain(dataDir)]) };
      }
      const [store, drain] = await checked.found;
      const replica = replicaWatch?.latest() ?? null;
      const roles = { app: readRoleState(dataDir, "app"), worker: readRoleState(dataDir, "worker") };
      const state = redirectorState();
      const found = { roles, replica, ...store, ...drain, ...state };
      const problems = findProblems({ ...found, isDroppingClicks: isDroppingClicks(state.droppedClicks) });
      const canRedirect = store.database !== "down" || state.cachedLinks > 0;
      const status = !canRedirect ? "unavailable" : problems.length > 0 ? "degraded" : "ready";
      return { status: canRedirect ? 200 : 503, body: { status, problems, ...found } };
    },
    close: async () => {
      // It uses the pool.
      await replicaWatch?.close();
      await pool.end();
    },
  };
}

/** @returns a function that tells from the number of dropped clicks whether it grew within the last minute */
function watchDroppedClicks(atStart: number): (dropped: number) => boolean {
  let seen = atStart;
  let grewAt = Number.NEGATIVE_INFINITY;
  return (dropped) => {
    if (dropped > seen) grewAt = performance.now();
    seen = dropped;
    return performance.now() - grewAt < DROPPED_RECENTLY_MS;
  };
}

/** Reasons why the status is not `ready`: what is down, stale, overdue or lost. */
function findProblems(found: Found): Problem[] {
  const { database, migrations, jobQueue, isListening, roles, replica, waitingClicks, oldestWaitingSeconds } = found;
  const problems: Problem[] = WATCHED_ROLES.filter((role) => roles[role] === "down");
  if (database !== "up") problems.push("database");
  // Without the database, nothing can be said about its replica.
  if (database !== "down" && replica && !["up", "unknown"].includes(replica.state)) problems.push("replica");
  if (migrations === "pending") problems.push("migrations");
  if (jobQueue === "unusable") problems.push("job queue");
  if (!isListening) problems.push("listening");
  const isUnwritable = found.isDroppingClicks || WATCHED_ROLES.some((role) => roles[role] === "unknown");
  if (waitingClicks === null || isUnwritable) problems.push("spool");
  if (oldestWaitingSeconds !== null && oldestWaitingSeconds > OVERDUE_SECONDS) problems.push("waiting clicks");
  return problems;
}

/** The state of the database, within a second; `down` if it does not answer in time. */
export async function checkStore(pool: pg.Pool): Promise<Store> {
  const late = sleep(ANSWER_WITHIN_MS, null, { ref: false });
  const found = await Promise.race([readMigrations(pool).catch(() => null), late]);
  if (found === null)
    return {
      database: "down",
      migrations: "unknown",
      jobQueue: "unknown",
      rejectedClicks: null,
      backgroundMigrations: [],
    };
  // The tables may not have been created yet.
  const rejectedClicks = await Promise.race([countRejectedClicks(pool).catch(() => 0), late]);
  if (rejectedClicks === null) return { ...found, rejectedClicks, backgroundMigrations: [] };
  const unfinished = await Promise.race([readUnfinishedMigrations(pool).catch(() => []), late]);
  return { ...found, rejectedClicks, backgroundMigrations: unfinished ?? [] };
}

async function readMigrations(pool: pg.Pool): Promise<Pick<Store, "database" | "migrations" | "jobQueue">> {
  const rows = await queryRows<{ migration_name: string; isReadOnly: boolean; hasQueue: boolean }>(
    pool,
    sql`SELECT migration_name, current_setting('transaction_read_only')::boolean AS "isReadOnly", EXISTS (
       SELECT FROM pg_class JOIN pg_namespace AS schema ON schema.oid = relnamespace
       WHERE nspname = 'pgboss' AND relname = 'job'
         AND has_schema_privilege(schema.oid, 'USAGE') AND has_table_privilege(pg_class.oid, 'INSERT')
     ) AS "hasQueue"
     FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ migration_name }) => migration_name));
  return {
    database: rows[0]?.isReadOnly ? "read-only" : "up",
    migrations: migrationNames().every((name) => applied.has(name)) ? "current" : "pending",
    jobQueue: !rows[0] ? "unknown" : rows[0].hasQueue ? "usable" : "unusable",
  };
}

async function checkDrain(dataDir: string): Promise<Drain> {
  const backlog = await readBacklog(spoolFolder(dataDir)).catch((error: unknown) => {
    log.warn({ err: error }, "failed to read the spool");
    return null;
  });
  if (!backlog) return { waitingClicks: null, oldestWaitingSeconds: null };
  const { waitingClicks, oldestAt } = backlog;
  const oldestWaitingSeconds = oldestAt === null ? null : Math.max(0, Math.round((Date.now() - oldestAt) / 1000));
  return { waitingClicks, oldestWaitingSeconds };
}
