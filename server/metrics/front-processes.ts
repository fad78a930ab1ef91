import type { Worker } from "node:cluster";
import { createAsker } from "@/server/metrics/ask";
import { label, type Sample, withState } from "@/server/metrics/sample";

/** Shorter than the supervisor's, so that one hanging process does not make the whole front appear to hang. */
const TIMEOUT_MS = 700;

type Slot = { restarts: number; process?: { id: number; ask: () => Promise<Sample[] | null> } };

/** The processes of a front cluster, numbered from 1: a replacement gets the number of the one it replaces. */
export function createFrontProcesses(count: number) {
  const slots: Slot[] = Array.from({ length: count }, () => ({ restarts: 0 }));
  const slotOf = (worker: Worker) => slots.find(({ process }) => process?.id === worker.id);
  return {
    add(worker: Worker): void {
      const free = slots.find(({ process }) => !process);
      if (free) free.process = { id: worker.id, ask: createAsker(worker.process, TIMEOUT_MS) };
    },
    /** Must be called before its replacement is added. */
    remove(worker: Worker): void {
      const slot = slotOf(worker);
      if (!slot) return;
      delete slot.process;
      slot.restarts += 1;
    },
    async samples(): Promise<Sample[]> {
      const all = await Promise.all(
        slots.map(async ({ restarts, process }, index) => {
          const own = (await process?.ask()) ?? null;
          return label(withState(own, restarts), { process: String(index + 1) });
        }),
      );
      return all.flat();
    },
  };
}
