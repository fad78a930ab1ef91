import type { ChildProcess } from "node:child_process";
import { createAsker } from "@/server/metrics/ask";
import { label, type Sample, sample } from "@/server/metrics/sample";

type Slot = { restarts: number; process?: { child: ChildProcess; ask: () => Promise<Sample[] | null> } };

/**
 * The samples of a role's processes, numbered from 1: a replacement gets the number of the one it replaces.
 *
 * @param timeoutMs a process that does not answer in time counts as down
 */
export function createRoleProcesses(count: number, timeoutMs: number) {
  const slots: Slot[] = Array.from({ length: count }, () => ({ restarts: 0 }));
  return {
    add(child: ChildProcess): void {
      const free = slots.find(({ process }) => !process);
      if (free) free.process = { child, ask: createAsker(child, timeoutMs) };
    },
    /** Must be called before its replacement is added. */
    remove(child: ChildProcess): void {
      const slot = slots.find(({ process }) => process?.child === child);
      if (!slot) return;
      delete slot.process;
      slot.restarts += 1;
    },
    async samples(): Promise<Sample[]> {
      const all = await Promise.all(
        slots.map(async ({ restarts, process }, index) => {
          const own = (await process?.ask()) ?? null;
          const state = [sample("hop_role_up", Number(own !== null)), sample("hop_role_restarts_total", restarts)];
          return label([...state, ...(own ?? [])], { process: String(index + 1) });
        }),
      );
      return all.flat();
    },
  };
}
