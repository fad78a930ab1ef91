import { QUEUES } from "@/lib/jobs/queues";
import { counted, measured } from "@/lib/process-counts";
import { mailSamples } from "@/server/metrics/mail-samples";
import { type Sample, sample } from "@/server/metrics/sample";

/** Samples of the worker about the drain and its jobs. */
export function workerSamples(): Sample[] {
  const lag = measured("drain-lag-seconds");
  const drainedAt = measured("drained-at-seconds");
  return [
    sample("hop_clicks_stored_total", counted("clicks-stored")),
    ...(lag === undefined ? [] : [sample("hop_drain_lag_seconds", lag)]),
    ...(drainedAt === undefined ? [] : [sample("hop_drain_last_success_timestamp_seconds", drainedAt)]),
    ...Object.keys(QUEUES).flatMap((queue) =>
      (["done", "retried", "failed"] as const).map((outcome) =>
        sample("hop_jobs_finished_total", counted(`jobs-${outcome}:${queue}`), { queue, outcome }),
      ),
    ),
    ...mailSamples(),
  ];
}
