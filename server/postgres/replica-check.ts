import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createLagMeter, followWal, isReplicaOf, MAX_LAG_SECONDS, readWalPosition } from "@/lib/db/wal-position";
import { openProbePool } from "@/server/postgres/probe-pool";

/** `foreign` is a server that is not a replica of the primary; `lagSeconds` is null if unknown. */
type ReplicaState = { state: "up" | "behind" | "foreign" | "down"; lagSeconds: number | null };

/** Checks the replica from this process, as the app does. */
export function createReplicaCheck(primary: pg.Pool, url: string) {
  const replica = openProbePool(url);
  const measureLag = createLagMeter();
  return {
    check: async (): Promise<ReplicaState> => {
      try {
        const target = await readWalPosition(primary);
        const found = await followWal(() => readWalPosition(replica), target);
        if (!isReplicaOf(found, target)) return { state: "foreign", lagSeconds: null };
        const lagSeconds = measureLag(target, found);
        return { state: lagSeconds > MAX_LAG_SECONDS ? "behind" : "up", lagSeconds };
      } catch {
        return { state: "down", lagSeconds: null };
      }
    },
    close: () => replica.end(),
  };
}

const WATCH_MS = 1_000;

/** `unknown` means that the first check is still running. */
export type WatchedState = ReplicaState | { state: "unknown"; lagSeconds: null };

/** Checks once a second, so that no request waits for a replica that doesn't respond. */
export function watchReplica(primary: pg.Pool, url: string) {
  const replica = createReplicaCheck(primary, url);
  const closing = new AbortController();
  const { signal } = closing;
  let latest: WatchedState = { state: "unknown", lagSeconds: null };
  const watching = (async () => {
    while (!signal.aborted) {
      latest = await replica.check();
      await sleep(WATCH_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    latest: () => latest,
    close: async () => {
      closing.abort();
      await watching;
      await replica.close();
    },
  };
}
