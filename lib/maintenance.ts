import { log } from "@/lib/log";

/** What the worker does each hour. */
export type MaintenanceStep = { name: string; run: () => Promise<unknown> };

/** Runs each step, also after one that failed; the next round tries that again. Told to stop, it begins no other. */
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
