import pg from "pg";
import { BackupError } from "@/lib/backup/error";
import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { withLock } from "@/lib/db/advisory-lock";
import { applyLongSettings, IDLE_IN_TRANSACTION } from "@/lib/db/session-settings";
import { KEEP_ALIVE } from "@/lib/db/sockets";
import { EnvError, env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { orAbandon } from "@/lib/or-abandon";
import { LOCK_NOT_AVAILABLE } from "@/lib/sqlstate";
import { StoreError } from "@/lib/stores/store";
import { EXIT_CONFIG } from "@/server/bootstrap/output.mjs";
import type { OpenDatabase } from "@/server/prepare";
import { exitCodeAfter, listenForShutdown, untilShutdown } from "@/server/processes/shutdown";
import { StartError } from "@/server/processes/start-error";

/** Exit code of a command that failed. */
export const EXIT_FAILED = 1;
const CONNECT_TIMEOUT_MS = 10_000;

/** SQLSTATE (Postgres, appendix A): undefined_table, undefined_column, undefined_function, invalid_schema_name. */
const NOT_MIGRATED = new Set(["42P01", "42703", "42883", "3F000"]);
/**
 * SQLSTATE: insufficient_privilege, read_only_sql_transaction, invalid_password, invalid_authorization, no database.
 */
const REFUSED = new Set(["42501", "25006", "28P01", "28000", "3D000"]);

export type Input = { options: Record<string, string | boolean | undefined>; positionals: string[] };

/** Prints a line for people; silent with --json. */
export type Say = (line: string) => void;

/**
 * A command of `hop`. Resolves with the object that --json prints. Failures that the operator can fix are StartError or
 * EnvError.
 */
export type Command = (input: Input, say: Say) => Promise<object>;

/**
 * Runs the main task of a process for an operator. Problems that they can fix are passed to `onFailure`, then the
 * process exits.
 */
export async function runForOperator(
  work: () => Promise<void>,
  onFailure: (lines: string[]) => void = (lines) => process.stderr.write(`${lines.join("\n")}\n`),
): Promise<void> {
  try {
    env();
    await work();
  } catch (error) {
    const message = messageFor(error);
    if (message === undefined) throw error;
    onFailure(error instanceof EnvError ? error.lines : [message]);
    process.exit(error instanceof EnvError ? EXIT_CONFIG : EXIT_FAILED);
  }
}

/** @returns undefined for a bug in Hop itself */
function messageFor(error: unknown): string | undefined {
  if (error instanceof EnvError || error instanceof StartError || error instanceof BackupError) return error.message;
  if (error instanceof AppError || error instanceof StoreError) return `${error.message}.`;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (REFUSED.has(code)) return `The database refused this: ${message}.`;
  if (code === LOCK_NOT_AVAILABLE)
    return `A table is locked (${message}), for example by a migration or a VACUUM FULL: try again when that has finished.`;
  if (isDatabaseUnavailable(error)) return `The database is unavailable (${message || code}).`;
  if (NOT_MIGRATED.has(code)) return `The database is not migrated (${message}): run hop migrate first.`;
  return undefined;
}

/**
 * Runs a command on a database, then stops what `open` has started. The operator may interrupt it at any time:
 * uncommitted work is rolled back, and nothing stays running.
 *
 * @param options.cleanUpMs how long work that reacts to `shutdown` may take to clean up
 */
export async function onDatabase<T>(
  open: (shutdown: AbortSignal) => Promise<Pick<OpenDatabase, "databaseUrl" | "stop">>,
  work: (pool: pg.Pool, opened: { databaseUrl: string; shutdown: AbortSignal }) => Promise<T>,
  { cleanUpMs = 0 } = {},
): Promise<T> {
  const shutdown = listenForShutdown();
  const { databaseUrl, stop } = await open(shutdown);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    onConnect: (client) => applyLongSettings(client, IDLE_IN_TRANSACTION),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
  // The pool ends slightly before its connections do, which Postgres then terminates.
  pool.on("error", () => undefined);
  let running: Promise<T> | undefined;
  let result: T | undefined;
  const run = () => {
    running = work(pool, { databaseUrl, shutdown });
    return running;
  };
  try {
    result = await untilShutdown(shutdown, run);
    if (shutdown.aborted && running) await orAbandon(running, shutdown, cleanUpMs).catch(() => undefined);
  } finally {
    // Does not wait for a running statement.
    if (!shutdown.aborted) await pool.end();
    await stop();
  }
  if (shutdown.aborted) process.exit(exitCodeAfter(shutdown));
  return result as T;
}

/**
 * Runs work that must not run twice at once on a database.
 *
 * @param what for the message, for example "rebuild of the counts"
 * @throws StartError while another process does it
 */
export async function exclusively<T>(pool: pg.Pool, what: string, work: () => Promise<T>): Promise<T> {
  const result = await withLock(pool, `hop: ${what}`, work);
  if (result === null) throw new StartError(`Another ${what} is running on this database. Wait until it has finished.`);
  return result;
}
