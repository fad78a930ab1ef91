import type pg from "pg";
import { reportingBlockers } from "@/lib/db/lock-wait";
import { openPool, pool, roleSettings } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { measure } from "@/lib/process-counts";

/** One hourly task of the worker. */
type MaintenanceStep = {
  name: string;
  run: (stopping: AbortSignal) => Promise<unknown>;
  /** It permanently deletes data by age: a clock that jumps years ahead for a minute must not delete everything. */
  needsSteadyClock?: true;
};
/** Its statements run on the given pool of one connection. */
export type DatabaseStep = Omit<MaintenanceStep, "run"> & {
  run: (limited: pg.Pool, stopping: AbortSignal) => Promise<unknown>;
};

const INTERVAL_MS = 60 * 60_000;
/** A worker may be replaced every hour, and deletes by age from its second round on. NTP takes a minute. */
const SECOND_ROUND_MS = 10 * 60_000;

/** Somebody's idle transaction must not keep all later steps from deleting personal data. */
const LOCK_TIMEOUT_MS = 10_000;
/** Share of that time after which Hop looks for the holder, until it has found one. */
const REPORT_EVERY = 0.6;

/** NTP and a leap second change less between two rounds. */
const MAX_CHANGE_MS = 60_000;

/**
 * Returns a function that runs the steps in order. A failed step is logged and retried in the next round; after
 * `stopping`, none is started. When each last succeeded is measured, at first the time of this call. Steps that need a
 * steady clock are left out in the first round, since a machine may start with a wrong clock, and in rounds before which
 * the clock was set.
 */
export function createMaintenance(steps: readonly MaintenanceStep[]) {
  let lastOffset: number | undefined;
  steps.forEach(recordSuccess);

  function isClockSteady(): boolean {
    const offset = Date.now() - performance.now();
    const changeMs = offset - (lastOffset ?? Number.NaN);
    lastOffset = offset;
    if (Math.abs(changeMs) > MAX_CHANGE_MS) {
      const changeSeconds = Math.round(changeMs / 1_000);
      log.warn({ changeSeconds }, "system clock changed; deletion of old data postponed");
    }
    return Math.abs(changeMs) <= MAX_CHANGE_MS;
  }

  return async (stopping: AbortSignal): Promise<void> => {
    const isSteady = isClockSteady();
    for (const { name, run, needsSteadyClock } of steps) {
      if (stopping.aborted) return;
      if (needsSteadyClock && !isSteady) continue;
      try {
        await run(stopping);
        recordSuccess({ name });
      } catch (error) {
        log.error({ err: error, step: name }, "maintenance step failed");
      }
    }
  };
}

function recordSuccess({ name }: Pick<MaintenanceStep, "name">): void {
  // By the steady clock: one that is set must not look like hours without a success.
  measure(`maintained-at-uptime-ms:${name}`, performance.now());
}

/** Makes a step fail if it waits longer than this for a lock, after logging who holds it. */
export function limitLockWaits({ run, ...step }: DatabaseStep, maxMs = LOCK_TIMEOUT_MS): MaintenanceStep {
  return {
    ...step,
    run: async (stopping) => {
      const settings = { ...roleSettings(), lock_timeout: `${maxMs}ms` };
      const limited = openPool({ name: "maintenance", max: 1, settings });
      try {
        const [row] = await queryRows<{ pid: number }>(limited, sql`SELECT pg_backend_pid() AS pid`);
        const options = { what: step.name, everyMs: maxMs * REPORT_EVERY, pid: row?.pid };
        return await reportingBlockers(pool(), options, () => run(limited, stopping));
      } finally {
        await limited.end();
      }
    },
  };
}

/**
 * Calls `run`, which must not throw, now, ten minutes later, and then every hour, until `stopping`.
 *
 * @returns a function that resolves once the current round has ended
 */
export function repeatHourly(run: (stopping: AbortSignal) => Promise<void>, stopping: AbortSignal) {
  let rounds = run(stopping);
  const next = () => {
    rounds = rounds.then(() => run(stopping));
  };
  const timers = [setTimeout(next, SECOND_ROUND_MS), setInterval(next, INTERVAL_MS)];
  stopping.addEventListener("abort", () => timers.forEach(clearTimeout));
  return () => rounds;
}
