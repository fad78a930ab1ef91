import { log } from "@/lib/log";

/** What the worker does each hour. */
export type MaintenanceStep = { name: string; run: () => Promise<unknown> };

/** Runs each step, also after one that failed; the next round tries that again. */
export async function runMaintenance(steps: readonly MaintenanceStep[]): Promise<void> {
  for (const { name, run } of steps) {
    try {
      await run();
    } catch (error) {
      log.error({ err: error, step: name }, "maintenance step failed");
    }
  }
}
