import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { batched } from "@/lib/batched";
import { createReplicaConnections } from "@/lib/db/replica-connections";
import { createReplicaUsage, type ReplicaStatus } from "@/lib/db/replica-usage";
import { createLagMeter, followWal, isReplicaOf, MAX_LAG_SECONDS, readWalPosition } from "@/lib/db/wal-position";

const PROBE_MS = 1_000;
/** After a wait that timed out, requests don't wait for this long. */
const NO_WAIT_MS = 1_000;

export type Replica = {
  /**
   * Whether the replica shows everything that had been committed before the call. Waits at most 0.4 s: 75 ms if the
   * replica answers quickly, or a quarter of a second when it stops responding. Never throws.
   */
  isCurrent: () => Promise<boolean>;
  /** Rejects within 300 ms once the replica stops responding. */
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  status: () => ReplicaStatus;
  close: () => void;
};

type Options = { url: string; primary: () => pg.Pool; settings: Record<string, string> };

/** Watches a streaming replica of the primary, once a second, and uses it while it responds and keeps up. */
export function createReplica({ url, primary, settings }: Options): Replica {
  const connections = createReplicaConnections({ url, settings, onLost: (error) => lose("not responding", error) });
  const usage = createReplicaUsage();
  const measureLag = createLagMeter();
  const closed = new AbortController();
  let noWaitUntil = 0;

  function lose(reason: string, error: unknown): void {
    if (closed.signal.aborted) return;
    usage.stop({ reason, lagSeconds: null }, error);
    connections.drop();
  }

  async function probe(): Promise<void> {
    // Without the primary nothing can be determined, and no request gets this far.
    const target = await readWalPosition(primary()).catch(() => undefined);
    if (!target) return;
    try {
      await connections.open();
      const found = await followWal(connections.ask, target);
      const isReplica = isReplicaOf(found, target);
      const lagSeconds = isReplica ? measureLag(target, found) : null;
      if (lagSeconds === null) usage.stop({ reason: "not a replica of the primary", lagSeconds });
      else if (lagSeconds > MAX_LAG_SECONDS) usage.stop({ reason: "too far behind", lagSeconds });
      else usage.resume(lagSeconds);
    } catch (error) {
      lose("not reachable", error);
    }
  }

  async function check(): Promise<boolean> {
    if (!usage.status().isUsed || performance.now() < noWaitUntil) return false;
    // If the primary is down, the query that follows reports it.
    const target = await readWalPosition(primary()).catch(() => undefined);
    if (!target) return false;
    try {
      const found = await followWal(connections.ask, target);
      const isCurrent = isReplicaOf(found, target) && found.lsn >= target.lsn;
      if (!isCurrent) noWaitUntil = performance.now() + NO_WAIT_MS;
      return isCurrent && usage.status().isUsed;
    } catch (error) {
      lose("not responding", error);
      return false;
    }
  }

  const checkOnce = batched(async (calls: null[]) => {
    const isCurrent = await check();
    return calls.map(() => isCurrent);
  });
  void repeat(probe, closed.signal);
  return {
    isCurrent: () => checkOnce(null),
    query: connections.query,
    status: usage.status,
    close: () => {
      closed.abort();
      connections.drop();
    },
  };
}

async function repeat(probe: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await probe();
    await sleep(PROBE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
