/** Shared by all bundles in this process: the app's entry point reports what its routes count. */
const shared = globalThis as typeof globalThis & { hopCounts?: Map<string, number> };

/** Events that a process counts for /metrics. For queues the form is `kind:queue`. */
type Counted =
  | "clicks-stored"
  | "mails-sent"
  | "mails-failed"
  | "reads-replica"
  | "reads-primary"
  | `jobs-${"done" | "retried" | "failed"}:${string}`;
/** Values of which only the latest is kept. */
type Measured = "drain-lag-seconds" | "drained-at-seconds";

function values(): Map<string, number> {
  shared.hopCounts ??= new Map();
  return shared.hopCounts;
}

export function count(what: Counted, by = 1): void {
  values().set(what, counted(what) + by);
}

export function measure(what: Measured, value: number): void {
  values().set(what, value);
}

/** The count since this process started; 0 if it never happened. */
export function counted(what: Counted): number {
  return values().get(what) ?? 0;
}

/** The latest value; undefined if it was never measured. */
export function measured(what: Measured): number | undefined {
  return values().get(what);
}
