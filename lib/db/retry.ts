import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

/**
 * SQLSTATE (Postgres, appendix A) of conflicts with concurrent work: serialization failure, deadlock, lock not
 * available, and the errors of concurrent CREATE … IF NOT EXISTS.
 */
const CONFLICTS = /^(?:40001|40P01|55P03|23505|42P06|42P07|42710|42723)$/;
const CONCURRENTLY = /concurrently (?:updated|deleted)|deadlock detected/;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 50;

/** Runs idempotent work, with retries if it conflicts with another process. */
export async function retryOnConflict<T>(what: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      log.info({ err: error, what, attempt }, "conflict with another process; retrying");
      // Jitter keeps the processes from colliding again.
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}

function isConflict(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message = "" } = error as { code?: unknown; message?: string };
  return (typeof code === "string" && CONFLICTS.test(code)) || CONCURRENTLY.test(message);
}
