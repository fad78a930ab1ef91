import pg from "pg";
import { EnvError, env } from "@/lib/env";
import { listenForEnd, untilEnd } from "@/server/ending";
import type { OpenDatabase } from "@/server/prepare";
import { endForEnv, StartError } from "@/server/role";

/** 128 and the number of SIGINT, as shells say it. */
const EXIT_BROKEN_OFF = 130;

/**
 * Runs a command that an operator calls by hand: what fails for a reason that they can act on is one
 * line on standard error, and the exit code 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    env();
    await work();
  } catch (error) {
    if (error instanceof EnvError) endForEnv(error);
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Does a command's work on a database, and then stops what `open` has started for it. The operator
 * may break it off at any moment: what is not committed then is rolled back, and nothing stays running.
 */
export async function onDatabase(
  open: (ending: AbortSignal) => Promise<Pick<OpenDatabase, "databaseUrl" | "stop">>,
  work: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const ending = listenForEnd();
  const { databaseUrl, stop } = await open(ending);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  // The pool has ended a moment before its connections have, which Postgres then ends by itself.
  pool.on("error", () => undefined);
  try {
    await untilEnd(ending, () => work(pool));
  } finally {
    // A statement that still runs is not waited for.
    if (!ending.aborted) await pool.end();
    await stop();
  }
  if (ending.aborted) process.exit(EXIT_BROKEN_OFF);
}
