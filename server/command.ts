import pg from "pg";
import { EnvError, env } from "@/lib/env";
import type { OpenDatabase } from "@/server/prepare";
import { exitWithEnvError, StartError } from "@/server/role";
import { listenForShutdown, untilShutdown } from "@/server/shutdown";

/** 128 plus the number of SIGINT, as in shells. */
const EXIT_BROKEN_OFF = 130;

/**
 * Runs a command for an operator. A failure that they can fix is one line on standard error, with exit code 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    env();
    await work();
  } catch (error) {
    if (error instanceof EnvError) exitWithEnvError(error);
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Runs a command on a database, then stops what `open` has started. The operator may interrupt it at any time:
 * uncommitted work is rolled back, and nothing stays running.
 */
export async function onDatabase(
  open: (shutdown: AbortSignal) => Promise<Pick<OpenDatabase, "databaseUrl" | "stop">>,
  work: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const shutdown = listenForShutdown();
  const { databaseUrl, stop } = await open(shutdown);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  // The pool ends slightly before its connections do, which Postgres then terminates.
  pool.on("error", () => undefined);
  try {
    await untilShutdown(shutdown, () => work(pool));
  } finally {
    // Does not wait for a running statement.
    if (!shutdown.aborted) await pool.end();
    await stop();
  }
  if (shutdown.aborted) process.exit(EXIT_BROKEN_OFF);
}
