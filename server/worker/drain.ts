import { drainSpool } from "@/lib/clicks/drain";
import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { reportingBlockers } from "@/lib/db/lock-wait";
import { pool } from "@/lib/db/pool";
import { log } from "@/lib/log";
import { count, measure } from "@/lib/process-counts";
import { repeat } from "@/lib/repeat";

/** Clicks must be visible within two seconds of the visit. */
const INTERVAL_MS = 250;
const MAX_PAUSE_MS = 5_000;
/**
 * Size of the first batch after a failure, small so that the first clicks don't wait for thousands of others (promise
 * B6).
 */
const FIRST_LINES = 500;
/** SQLSTATE object_not_in_prerequisite_state: of a database that allows no connections, but also of statements. */
const NOT_READY = "55000";
/** Severity of an error that refuses or ends a connection, not only a statement. */
const FATAL = "FATAL";

/** Drains the spool continuously. `stop` drains what is left, then stops. */
export function startDrain(folder: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let hasFailed = false;
  const running = repeat(
    {
      signal: stopping.signal,
      pauseMs: INTERVAL_MS,
      maxPauseMs: MAX_PAUSE_MS,
      doesBackOff: (error) => !mayEndAtOnce(error),
      failure: "draining the spool failed",
    },
    async () => {
      const firstLines = hasFailed ? FIRST_LINES : undefined;
      hasFailed = true;
      const stored = await reportingBlockers(pool(), { what: "storing clicks" }, () =>
        drainSpool(pool(), folder, firstLines),
      );
      hasFailed = false;
      count("clicks-stored", stored);
      if (stored === 0) measure("drain-lag-seconds", 0);
      measure("drained-at-seconds", Date.now() / 1_000);
      return false;
    },
  );
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await drainSpool(pool(), folder).catch((error: unknown) =>
        log.warn({ err: error }, "draining the spool failed on shutdown"),
      );
    },
  };
}

/** Whether the database is away: clicks must be stored within a second of its return (promise B6). */
function mayEndAtOnce(error: unknown): boolean {
  if (!isDatabaseUnavailable(error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return code !== NOT_READY || severity === FATAL;
}
