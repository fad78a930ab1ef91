import { openReplica } from "@/lib/db/read-pool";
import { counted } from "@/lib/process-counts";
import { type Sample, sample } from "@/server/metrics/sample";

/** Replica samples of the app; none without a replica. */
export function replicaSamples(): Sample[] {
  const replica = openReplica();
  if (!replica) return [];
  const { isUsed, lagSeconds } = replica.status();
  return [
    sample("hop_replica_used", Number(isUsed)),
    ...(lagSeconds === null ? [] : [sample("hop_replica_lag_seconds", lagSeconds)]),
    ...(["replica", "primary"] as const).map((server) =>
      sample("hop_list_queries_total", counted(`reads-${server}`), { server }),
    ),
  ];
}
