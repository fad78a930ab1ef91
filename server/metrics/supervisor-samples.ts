import { counted } from "@/lib/process-counts";
import { processSamples } from "@/server/metrics/process-samples";
import { FIRST_PROCESS, label, type Sample, sample } from "@/server/metrics/sample";

/** Samples of the supervisor about itself and, if it runs one, the embedded Postgres. */
export function supervisorSamples({ isEmbedded }: { isEmbedded: boolean }): Sample[] {
  const own = label(processSamples(), { role: "supervisor", process: FIRST_PROCESS });
  if (!isEmbedded) return own;
  const restarts = sample("hop_role_restarts_total", counted("postgres-restarts"));
  return [...own, ...label([restarts], { role: "postgres", process: FIRST_PROCESS })];
}
