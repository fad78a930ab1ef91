import { processWide } from "@/lib/process-wide";

/** Events that a process counts for /metrics. For queues the form is `kind:queue`, for responses `responses:kind:status`. */
type Counted =
  | "clicks-stored"
  | "mails-sent"
  | "mails-failed"
  | "reads-replica"
  | "reads-primary"
  | "postgres-restarts"
  | `responses:${string}:${string}`
  | `jobs-${"done" | "retried" | "failed"}:${string}`;
/** Values of which only the latest is kept. */
type Measured = "drain-lag-seconds" | "drained-at-seconds" | `maintained-at-uptime-ms:${string}`;

/** The app's entry point reports what its routes count. */
const values = processWide("hopCounts", () => new Map<string, number>());

export function count(what: Counted, by = 1): void {
  values.set(what, counted(what) + by);
}

export function measure(what: Measured, value: number): void {
  values.set(what, value);
}

/** The count since this process started; 0 if it never happened. */
export function counted(what: Counted): number {
  return values.get(what) ?? 0;
}

/** The latest value; undefined if it was never measured. */
export function measured(what: Measured): number | undefined {
  return values.get(what);
}
