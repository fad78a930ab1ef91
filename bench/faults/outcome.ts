import type { Server } from "@/bench/harness/database";

/** One line of the fault table. */
export type Outcome = {
  id: string;
  promise: string;
  measured: string;
  verdict: "pass" | "fail" | "skipped";
};

/** `option` reads the command line's options. */
export type FaultRow = {
  id: string;
  /** Installs what the row needs, before its time is measured. Resolves with the reason if that is not possible. */
  prepare?: () => Promise<string | undefined>;
  run: (server: Server, option: (name: string) => string | undefined) => Promise<Outcome[]>;
};

/** @param problems deviations from the promise; empty if it holds */
export function judged(id: string, promise: string, measured: string, problems: string[]): Outcome {
  return {
    id,
    promise,
    measured: problems.length > 0 ? `${measured}; BUT ${problems.join("; ")}` : measured,
    verdict: problems.length > 0 ? "fail" : "pass",
  };
}

export function skipped(id: string, promise: string, reason: string): Outcome {
  return { id, promise, measured: reason, verdict: "skipped" };
}

/** The problem, unless the condition holds. */
export function unless(isSo: boolean, problem: string): string[] {
  return isSo ? [] : [problem];
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

export function thousands(count: number): string {
  return count.toLocaleString("en");
}
