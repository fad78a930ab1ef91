import type { MetricName } from "@/server/metrics/catalogue";

/** A value of a metric, in the form that processes send to the one that serves /metrics. */
export type Sample = {
  name: MetricName;
  value: number;
  labels?: Record<string, string>;
  /** For a histogram, the part that the series belongs to. */
  part?: "bucket" | "sum" | "count";
};

/** The only process of its role, or the first front process. */
export const FIRST_PROCESS = "1";

/** The process that starts the others of a role. Only the front may have several (WEB_CONCURRENCY). */
export function mainProcessOf(role: string, webConcurrency: number): string {
  return role === "front" && webConcurrency > 1 ? "primary" : FIRST_PROCESS;
}

export function sample(name: MetricName, value: number, labels?: Record<string, string>): Sample {
  return labels ? { name, value, labels } : { name, value };
}

/** Adds labels to samples that lack them. */
export function label(samples: readonly Sample[], labels: Record<string, string>): Sample[] {
  return samples.map((one) => ({ ...one, labels: { ...labels, ...one.labels } }));
}
