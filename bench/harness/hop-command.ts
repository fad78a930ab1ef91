import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { start, until } from "@/bench/harness/processes";

export type CommandRun = {
  /** The output of --json. */
  result: Record<string, unknown>;
  exitCode: number | null;
  ms: number;
  /** Peak resident memory. */
  bytes: number;
};

const LIMIT_MS = 10 * 60_000;
const POLL_MS = 20;

/** Starts `hop COMMAND --json`. */
export function startCommand(
  args: string[],
  variables: Record<string, string>,
): { pid: number; ended: Promise<CommandRun> } {
  const began = performance.now();
  const started = start(process.execPath, ["server/bootstrap/hop.mjs", ...args, "--json"], {
    env: { ...process.env, LOG_LEVEL: "fatal", ...variables },
  });
  let bytes = 0;
  const ended = async (): Promise<CommandRun> => {
    while (!started.hasEnded() && performance.now() - began < LIMIT_MS) {
      bytes = Math.max(bytes, peakBytes(started.pid));
      await sleep(POLL_MS);
    }
    const ms = performance.now() - began;
    await until(() => started.output().includes("}\n"), 1_000);
    const line = started
      .output()
      .split("\n")
      .find((one) => one.startsWith("{"));
    const result: unknown = line ? JSON.parse(line) : { error: started.output() };
    return { result: result as Record<string, unknown>, exitCode: started.exitCode(), ms, bytes };
  };
  return { pid: started.pid, ended: ended() };
}

function peakBytes(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
