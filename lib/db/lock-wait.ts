import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { KEEP_ALIVE } from "@/lib/db/sockets";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE } from "@/lib/sqlstate";

/** Queries queue behind a statement that waits for their table, so it gives up after this time and is retried. */
export const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1_000;
/** Longer than most exports and dumps. */
export const MAX_LOCK_WAIT_MS = 600_000;
const WATCH_MS = 100;
/** Attempts before throwing an error that doesn't name the blocker. */
const MAX_BLIND_ATTEMPTS = 5;
const MAX_QUERY_LENGTH = 200;
const LOCKED = new Set<string>([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED]);
const WAITING = "waiting for a lock in the database";

/** Another process holds a lock for too long; the message names it. */
export class LockedError extends Error {
  override readonly name = "LockedError";
}

/** Whether a statement gave up because of another's lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCKED.has(error.code ?? "");
}

type Connection = Pick<pg.ClientBase, "query">;
type Options = {
  /** One connection, or a pool of one. */
  client: Connection;
  databaseUrl: string;
  /** Who waits, for the log and the error. */
  what: string;
  maxMs: number;
};

/**
 * Retries idempotent work while others hold the locks it needs. The log names them.
 *
 * @throws LockedError after `maxMs` and two attempts, or a few more until the blocker was seen
 */
export async function untilUnlocked<T>(
  { client, databaseUrl, what, maxMs }: Options,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let watch: BlockerWatch | undefined;
  try {
    for (let attempts = 1; ; attempts++) {
      // A pool may have replaced its connection after an error.
      const pid = await limitLocks(client);
      watch?.follow(pid);
      try {
        return await work();
      } catch (error) {
        if (!isLocked(error)) throw error;
        const waitedMs = performance.now() - began;
        const blocker = watch?.blocker();
        if (watch && waitedMs >= maxMs && (blocker || attempts >= MAX_BLIND_ATTEMPTS))
          throw lockedError(what, waitedMs, blocker);
      }
      watch ??= await watchBlockers(databaseUrl, (blocker) => log.warn({ what, blocker }, WAITING));
      await sleep(PAUSE_MS);
    }
  } finally {
    await watch?.stop();
  }
}

/** How long work waits for a lock before the log names the holder, and between two such lines. */
export const REPORT_MS = 30_000;

type ReportOptions = {
  what: string;
  everyMs?: number;
  /** The Postgres process that does the work, if only one does. Who keeps it waiting is logged once. */
  pid?: number;
};

/**
 * Runs work that may wait for locks as long as they are held, such as by a VACUUM FULL. If it takes long, the log names
 * who keeps this user's statements waiting, every half minute.
 */
export async function reportingBlockers<T>(
  pool: pg.Pool,
  { what, everyMs = REPORT_MS, pid }: ReportOptions,
  work: () => Promise<T>,
): Promise<T> {
  const report = async () => {
    const blocker = await (pid === undefined ? findAnyBlocker(pool, everyMs / 3_000) : findBlocker(pool, pid));
    if (!blocker) return;
    log.warn({ what, blocker }, WAITING);
    if (pid !== undefined) clearInterval(timer);
  };
  const timer = setInterval(() => void report().catch(() => undefined), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Logs who has locked a row that work skips, and therefore does not wait for.
 *
 * @param xmax a query for this system column of the row: the transaction that has locked or changed it
 */
export async function reportRowHolder(pool: pg.Pool, what: string, xmax: Sql): Promise<void> {
  const holder = sql`SELECT pid FROM pg_locks WHERE locktype = 'transactionid' AND granted AND transactionid = (${xmax})`;
  log.warn({ what, blocker: await findOldest(pool, sql`pid IN (${holder})`) }, WAITING);
}

/**
 * `seconds` in its transaction, if it has one. Postgres hides `state` and `seconds` of other users' sessions from a user
 * without pg_read_all_stats.
 */
type Blocker = { pid: number; application: string; state?: string; seconds?: number; query: string };
type FoundBlocker = Omit<Blocker, "state" | "seconds"> & { state: string | null; seconds: number | null };
type BlockerWatch = {
  /** Sets the Postgres process whose blockers are looked for. */
  follow: (pid: number) => void;
  blocker: () => Blocker | undefined;
  stop: () => Promise<void>;
};

/** @returns the connection's Postgres process */
async function limitLocks(client: Connection): Promise<number> {
  const [row] = await queryRows<{ pid: number }>(
    client,
    sql`SELECT set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, false), pg_backend_pid() AS pid`,
  );
  return row?.pid ?? 0;
}

/** Finds, on another connection, the holder of the lock that this one waits for. */
async function watchBlockers(databaseUrl: string, onFound: (blocker: Blocker) => void): Promise<BlockerWatch> {
  const watcher = new pg.Client({ connectionString: databaseUrl, ...KEEP_ALIVE });
  watcher.on("error", () => undefined);
  await watcher.connect();
  let followed = 0;
  let last: Blocker | undefined;
  const stopping = new AbortController();
  const look = async () => {
    const found = await findBlocker(watcher, followed);
    if (!found) return;
    if (found.pid !== last?.pid) onFound(found);
    last = found;
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(WATCH_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })().catch(() => undefined);
  return {
    follow: (pid) => {
      followed = pid;
    },
    blocker: () => last,
    stop: async () => {
      stopping.abort();
      await watching;
      await watcher.end();
    },
  };
}

/** The blocker; if there are several, the one with the oldest transaction. */
function findBlocker(watcher: Connection, pid: number): Promise<Blocker | undefined> {
  return findOldest(watcher, sql`pid = ANY (pg_blocking_pids(${pid}))`);
}

/** Who keeps a statement of this user waiting for at least some seconds, and waits for nobody. */
function findAnyBlocker(pool: pg.Pool, seconds: number): Promise<Blocker | undefined> {
  return findOldest(
    pool,
    sql`wait_event_type IS DISTINCT FROM 'Lock' AND pid IN (
      SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND wait_event_type = 'Lock'
        AND query_start < clock_timestamp() - make_interval(secs => ${seconds}))`,
  );
}

async function findOldest(client: Connection, condition: Sql): Promise<Blocker | undefined> {
  const [found] = await queryRows<FoundBlocker>(
    client,
    sql`
      SELECT pid, application_name AS application, state,
        extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds,
        left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), ${MAX_QUERY_LENGTH}) AS query
      FROM pg_stat_activity WHERE ${condition}
      ORDER BY xact_start NULLS LAST LIMIT 1`,
  );
  if (!found) return undefined;
  const { state, seconds, ...visible } = found;
  return { ...visible, ...(state !== null && { state }), ...(seconds !== null && { seconds }) };
}

function lockedError(what: string, waitedMs: number, blocker: Blocker | undefined): LockedError {
  const waited = `${what} waited ${Math.round(waitedMs / 1_000)} s for a lock`;
  if (!blocker) return new LockedError(`${waited} that another process holds in the database.`);
  const { pid, application, state, seconds, query } = blocker;
  const who = [
    `database process ${pid}${application && ` (${application})`}`,
    ...(seconds === undefined ? [] : [`in a transaction for ${seconds} s`]),
    ...(state === undefined ? [] : [state]),
  ].join(", ");
  return new LockedError(
    `${waited} held by ${who}: ${query} – wait for it to end, or run SELECT pg_terminate_backend(${pid}), then try again.`,
  );
}
