import { log } from "@/lib/log";

/** A replica that was unavailable is used again once it has answered this many times, once a second. */
const GOOD_PROBES = 3;
/**
 * The number of probes doubles, up to this, each time the replica is lost within a minute: a busy one would come and
 * go.
 */
const MAX_GOOD_PROBES = 20;
const STABLE_MS = 60_000;

/** `lagSeconds` is null if unknown. */
export type ReplicaStatus = { isUsed: boolean; lagSeconds: number | null };

/** Tracks whether the replica is in use, and logs changes. */
export function createReplicaUsage() {
  let status: ReplicaStatus = { isUsed: false, lagSeconds: null };
  let neededProbes = GOOD_PROBES;
  let goodProbes = GOOD_PROBES - 1;
  let usedSince = 0;
  let hasTold = false;
  return {
    status: () => status,
    stop: ({ reason, lagSeconds }: { reason: string; lagSeconds: number | null }, error?: unknown) => {
      if (status.isUsed || !hasTold) {
        // Not logged as `err`, which would count as a database outage.
        const message = error instanceof Error ? { error: error.message } : {};
        log.warn({ reason, lagSeconds, ...message }, "replica not in use; reading from the primary");
      }
      if (status.isUsed) {
        const wasStable = performance.now() - usedSince > STABLE_MS;
        neededProbes = wasStable ? GOOD_PROBES : Math.min(neededProbes * 2, MAX_GOOD_PROBES);
      }
      hasTold = true;
      goodProbes = 0;
      status = { isUsed: false, lagSeconds };
    },
    resume: (lagSeconds: number) => {
      const isUsed = status.isUsed || ++goodProbes >= neededProbes;
      if (isUsed && !status.isUsed) {
        usedSince = performance.now();
        log.info({ lagSeconds }, "replica in use for lists and statistics");
      }
      hasTold = isUsed || hasTold;
      status = { isUsed, lagSeconds };
    },
  };
}
