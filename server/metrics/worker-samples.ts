import { readBacklog, secondsWaiting } from "@/lib/clicks/backlog";
import { QUEUES } from "@/lib/jobs/queues";
import { counted, measured } from "@/lib/process-counts";
import { mailSamples } from "@/server/metrics/mail-samples";
import { type Sample, sample } from "@/server/metrics/sample";
import { MAINTENANCE_STEPS } from "@/server/worker/maintenance-steps";

/** Samples of the worker about the drain of a spool, its jobs and its maintenance. */
export async function workerSamples(folder: string): Promise<Sample[]> {
  const lag = await drainLag(folder);
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
    ...MAINTENANCE_STEPS.flatMap(({ name }) => {
      const succeeded = measured(`maintained-at-uptime-ms:${name}`);
      if (succeeded === undefined) return [];
      const at = (Date.now() - (performance.now() - succeeded)) / 1_000;
      return [sample("hop_maintenance_last_success_timestamp_seconds", at, { step: name })];
    }),
  ];
}

/** In seconds. Grows while clicks wait, even if the drain hangs or another session has their segment. */
async function drainLag(folder: string): Promise<number | undefined> {
  const lag = measured("drain-lag-seconds");
  const waiting = await readBacklog(folder).then(secondsWaiting, () => 0);
  return waiting > 0 ? Math.max(lag ?? 0, waiting) : lag;
}
