import pg from "pg";
import { hasClicks } from "@/lib/clicks/segments";
import { spoolFolder } from "@/lib/clicks/spool";
import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { lockKey } from "@/lib/db/advisory-lock";
import { LockedError, MAX_LOCK_WAIT_MS, untilUnlocked } from "@/lib/db/lock-wait";
import { findMigrator, MigrationError, migrate, pendingMigrations } from "@/lib/db/migrate";
import { retryOnConflict } from "@/lib/db/retry";
import { applyLongSettings } from "@/lib/db/session-settings";
import { KEEP_ALIVE } from "@/lib/db/sockets";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { baseUrlProblem } from "@/lib/settings/base-url-problem";
import { storeFirstBaseUrl } from "@/lib/settings/store-first-base-url";
import { resolveTlsOptionalHost } from "@/lib/settings/tls-optional";
import { createFirstAdmin } from "@/lib/users/create-first-admin";
import { connectionsProblem } from "@/server/postgres/connections";
import {
  clockProblem,
  creationProblem,
  type DatabaseServer,
  lettersProblem,
  OTHER_APPLICATION,
  ownerProblem,
  queueProblem,
  readServer,
  serverProblem,
  timeZoneProblem,
} from "@/server/postgres/database-server";
import { assertOwnSessions } from "@/server/postgres/transaction-pooler";
import { StartError } from "@/server/processes/start-error";

const CONNECT_TIMEOUT_MS = 10_000;

type Options = {
  adminEmail: string;
  baseUrl: string | undefined;
  /**
   * The installation's data folder. While its spool has clicks, an empty database is refused, since they belong to
   * another one.
   */
  dataDir?: string;
  /** Skips the check for a pooler in transaction mode: for the embedded server, or if it was checked before. */
  hasOwnSessions?: boolean;
  /** Leaves a read-only database as it is if it has all migrations, so that links redirect. */
  acceptsReadOnly?: boolean;
  /** How long each step waits for locks held by others. */
  lockWaitMs?: number;
};

const READ_ONLY =
  "DATABASE_URL: the database is read-only: links redirect, but nobody can sign in or change anything, and clicks wait in the spool";

export type PreparedDatabase = {
  /** Version of the server, for example 18.4 */
  version: string;
  /** The names of the migrations applied now. */
  applied: string[];
};

/**
 * Prepares a database: migrations, the search index, the first administrator. If several processes run concurrently,
 * one does it while the others wait. The log names the holder of a lock that it waits for.
 *
 * @throws StartError with one line
 * @throws EnvError if DATABASE_URL points to a pooler in transaction mode
 */
export async function prepareDatabase(
  databaseUrl: string,
  { adminEmail, baseUrl, dataDir, hasOwnSessions, acceptsReadOnly, lockWaitMs = MAX_LOCK_WAIT_MS }: Options,
): Promise<PreparedDatabase> {
  const client = await connect(databaseUrl);
  // A single connection, which is kept open.
  const pool = new pg.Pool({
    ...connectionTo(databaseUrl),
    onConnect: applyLongSettings,
    max: 1,
    idleTimeoutMillis: 0,
  });
  // A broken connection fails the query running on it.
  pool.on("error", () => undefined);
  try {
    const server = await readServer(client);
    const { version } = server;
    if (acceptsReadOnly && server.isReadOnly && (await pendingMigrations(client)).length === 0) {
      log.error(READ_ONLY);
      return { version, applied: [] };
    }
    const wait = { databaseUrl, what: "The preparation of the database", maxMs: lockWaitMs };
    assertUsable(server);
    // Before the first setting and lock: the pooler would keep them after Hop has stopped.
    if (!hasOwnSessions) await assertOwnSessions(databaseUrl);
    const isNew = await isUnused(client, wait);
    assertSuitable(server, isNew);
    await warnOfProblems(client, server);
    if (isNew && dataDir !== undefined) assertNotLost(spoolFolder(dataDir));
    await untilUnlocked({ ...wait, client }, () =>
      execute(client, sql`SELECT pg_advisory_lock(${lockKey("hop_start")})`),
    );
    const applied: string[] = [];
    await retryOnConflict("preparation of the database", async () => {
      applied.push(...(await migrate(databaseUrl, undefined, undefined, lockWaitMs)));
      await untilUnlocked({ ...wait, client: pool }, async () => {
        await ensureSearchIndex(pool);
        await createFirstAdmin(pool, adminEmail);
        await storeFirstBaseUrl(pool, baseUrl);
        await resolveTlsOptionalHost(pool, env());
        await warnOfBaseUrl(pool);
      });
    });
    return { version, applied };
  } catch (error) {
    if (error instanceof MigrationError || error instanceof LockedError) throw new StartError(error.message);
    if (error instanceof pg.DatabaseError || isDatabaseUnavailable(error)) {
      throw new StartError(`DATABASE_URL: the database cannot be prepared (${reasonOf(error)}).`);
    }
    throw error;
  } finally {
    await pool.end();
    await client.end();
  }
}

/**
 * Asserts that a first start would accept the server and the database.
 *
 * @throws StartError with one line
 */
export async function assertFitForRestore(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const server = await readServer(client);
    assertUsable(server);
    assertSuitable(server, true);
  } finally {
    await client.end();
  }
}

function assertUsable(server: DatabaseServer): void {
  const problem = serverProblem(server);
  if (problem) throw new StartError(`DATABASE_URL: ${problem.what}: ${problem.remedy}.`);
}

function connectionTo(databaseUrl: string): pg.ClientConfig {
  return { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...KEEP_ALIVE };
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  try {
    const client = new pg.Client(connectionTo(databaseUrl));
    // The running query rejects as well.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`DATABASE_URL: the database does not answer (${reasonOf(error)}).`);
  }
}

/** An AggregateError, from a host with several addresses, has no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

type LockWait = { databaseUrl: string; what: string; maxMs: number };

/** Whether Hop has not used the database yet. */
async function isUnused(client: pg.Client, wait: LockWait): Promise<boolean> {
  const migrator = await untilUnlocked({ ...wait, client }, () => findMigrator(client));
  if (migrator === "other")
    throw new StartError(`DATABASE_URL: ${OTHER_APPLICATION.what}: ${OTHER_APPLICATION.remedy}.`);
  return migrator === "none";
}

async function warnOfProblems(client: pg.Client, server: DatabaseServer): Promise<void> {
  const owner = ownerProblem(server);
  if (owner) log.warn(`DATABASE_URL: ${owner.what}: ${owner.remedy}`);
  const few = connectionsProblem(server);
  if (few) log[few.isSevere ? "error" : "warn"](`DATABASE_URL: ${few.what}: ${few.remedy}`);
  const clock = await clockProblem(client);
  if (clock) log.warn(`The clock of this machine: ${clock.what}: ${clock.remedy}`);
  const zone = await timeZoneProblem(client, env().TIME_ZONE);
  if (zone) log.error(`TIME_ZONE: ${zone.what}: ${zone.remedy}`);
}

/** A database that is already in use is not refused: it mostly works, and an upgrade must not prevent that. */
function assertSuitable(server: DatabaseServer, isNew: boolean): void {
  const problem = creationProblem(server);
  const letters = lettersProblem(server);
  const queue = queueProblem(server);
  if (queue) {
    const text = `DATABASE_URL: ${queue.what}: ${queue.remedy}`;
    if (isNew) throw new StartError(`${text}.`);
    log.warn(text);
  }
  if (problem) {
    const text = `DATABASE_URL: ${problem.what}: ${problem.remedy}`;
    if (isNew) throw new StartError(`${text}.`);
    log.warn(`${text}, and move the data with hop backup and hop restore.`);
  } else if (letters && isNew) log.warn(`DATABASE_URL: ${letters.what}: ${letters.remedy}`);
}

function assertNotLost(spool: string): void {
  if (!hasClicks(spool)) return;
  throw new StartError(
    `DATABASE_URL: the database is empty, but ${spool} has clicks from another database: correct DATABASE_URL, or restore a backup (hop restore FILE). To start over, set DATA_DIR to another folder.`,
  );
}

/**
 * Search works without it, but scans all links (docs/decisions/0061). The extension may be in a schema outside of the
 * search_path; the index, once created, doesn't need that.
 */
async function ensureSearchIndex(pool: pg.Pool): Promise<void> {
  const [extension, isDone] = await inTransaction(pool, async (client) => {
    const [extension] = await queryRows<{ schema: string; user: string }>(
      client,
      sql`
        SELECT extnamespace::regnamespace::text AS schema, quote_ident(current_user) AS user, set_config(
          'search_path', concat_ws(', ', current_setting('search_path'), extnamespace::regnamespace), true)
        FROM pg_extension WHERE extname = 'pg_trgm'`,
    );
    const [row] = await queryRows<{ done: boolean }>(client, sql`SELECT ensure_search_index() AS done`);
    return [extension, row?.done];
  });
  if (isDone) return;
  const { schema, user } = extension ?? {};
  const [what, statement] = schema
    ? [`use the schema ${schema}, in which the extension pg_trgm is`, `GRANT USAGE ON SCHEMA ${schema} TO ${user}`]
    : ["create the extension pg_trgm", "CREATE EXTENSION pg_trgm"];
  log.warn(
    `The database user is not allowed to ${what}, so searches among many links are slow. ` +
      `Run ${statement} in the database as a user who may, then restart.`,
  );
}

async function warnOfBaseUrl(pool: pg.Pool): Promise<void> {
  const [row] = await queryRows<{ value: string }>(pool, sql`SELECT value FROM settings WHERE key = 'base_url'`);
  const problem = row && baseUrlProblem(row.value);
  if (problem) log.warn({ setting: "base_url", value: row.value }, problem);
}
