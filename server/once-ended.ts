import type { ChildProcess } from "node:child_process";
import { log } from "@/lib/log";

/** How a process ended. `err` is set if it could not be started, for example because no more processes are allowed. */
export type Ended = { code: number | null; signal: string | null; err?: Error };

/** Calls back once when a process has ended, or could not be started, for which Node emits no `exit`. */
export function onceEnded(child: ChildProcess, onEnded: (status: Ended) => void): void {
  child.once("exit", (code, signal) => onEnded({ code, signal }));
  child.on("error", (error) => {
    if (child.pid === undefined) onEnded({ code: null, signal: null, err: error });
    // Happens for a message to a process that has just died; its exit follows.
    else log.debug({ err: error, pid: child.pid }, "process not reached");
  });
}
