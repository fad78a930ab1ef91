import { log } from "@/lib/log";

/** One hourly task of the worker. */
export type MaintenanceStep = { name: string; run: () => Promise<unknown> };

/**
 * Runs the steps in order. A failed step is logged and retried in the next round; after `stopping`, none is started.
 */
export async function runMaintenance(steps: readonly MaintenanceStep[], stopping: AbortSignal): Promise<void> {
  for (const { name, run } of steps) {
    if (stopping.aborted) return;
    try {
      await run();
    } catch (error) {
      log.error({ err: error, step: name }, "maintenance step failed");
    }
  }
}
