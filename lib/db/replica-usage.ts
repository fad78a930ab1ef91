import { log } from "@/lib/log";

/** A replica that was unavailable is used again once it has answered this many times, once a second. */
const GOOD_PROBES = 3;
/** Twice as often each time it is lost within a minute, at most this often: one that is busy would come and go. */
const MAX_GOOD_PROBES = 20;
const STABLE_MS = 60_000;

/** `lagSeconds`: null if it is unknown. */
export type ReplicaStatus = { isUsed: boolean; lagSeconds: number | null };

/** Whether the replica is in use, with a line in the log whenever that changes. */
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
        // Not as `err`, which would count as an outage of the database.
        const message = error instanceof Error ? { error: error.message } : {};
        log.warn({ reason, lagSeconds, ...message }, "replica not in use; reading from the primary");
      }
      if (status.isUsed) {
        const wasStable = Date.now() - usedSince > STABLE_MS;
        neededProbes = wasStable ? GOOD_PROBES : Math.min(neededProbes * 2, MAX_GOOD_PROBES);
      }
      hasTold = true;
      goodProbes = 0;
      status = { isUsed: false, lagSeconds };
    },
    resume: (lagSeconds: number) => {
      const isUsed = status.isUsed || ++goodProbes >= neededProbes;
      if (isUsed && !status.isUsed) {
        usedSince = Date.now();
        log.info({ lagSeconds }, "replica in use for lists and statistics");
      }
      hasTold = isUsed || hasTold;
      status = { isUsed, lagSeconds };
    },
  };
}
