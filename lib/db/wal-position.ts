import { setTimeout as sleep } from "node:timers/promises";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";

/** A server's position in its cluster's history. */
export type WalPosition = {
  isReplica: boolean;
  /** Identifies the cluster and the database: equal for the primary and its replicas. */
  cluster: string;
  /** Changes with a failover. For a replica, as of its latest restart point. */
  timeline: number;
  /** For a primary, the position that includes all confirmed commits. For a replica, the position it has replayed. */
  lsn: bigint;
  /** For a replica, the time since the newest replayed commit, by the clocks of both servers. */
  secondsSinceCommit: number | null;
};

type Row = Omit<WalPosition, "lsn" | "isReplica"> & { isReplica: boolean; lsn: string };

/** Reads the position of a server, as any user. */
export async function readWalPosition(client: SqlClient): Promise<WalPosition> {
  const [row] = await queryRows<Row>(
    client,
    sql`
      SELECT pg_is_in_recovery() AS "isReplica",
        concat((SELECT system_identifier FROM pg_control_system()), '/',
               (SELECT oid FROM pg_database WHERE datname = current_database())) AS cluster,
        (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
             -- Commits are confirmed before they are on disk.
             WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
             ELSE pg_current_wal_flush_lsn() END AS lsn,
        extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS "secondsSinceCommit"`,
  );
  if (!row?.lsn) throw new Error("the server doesn't report its position in the write-ahead log");
  return { ...row, lsn: parseLsn(row.lsn) };
}

/** Parses "16/B374D848", two halves of a 64-bit number. */
export function parseLsn(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Whether a server is a replica that follows this primary, as opposed to another cluster, database or timeline. */
export function isReplicaOf(replica: WalPosition, primary: WalPosition): boolean {
  return replica.isReplica && replica.cluster === primary.cluster && replica.timeline === primary.timeline;
}

/** A replica that is further behind is not used. */
export const MAX_LAG_SECONDS = 2;
/** Pauses that let a replica catch up. */
const PAUSES_MS = [5, 10, 20, 40];
/** If answers are slow, the replica isn't asked again after this time. */
const MAX_FOLLOW_MS = 150;

/**
 * Polls a replica until it has reached the primary's position, for at most five answers or 150 ms. Returns its
 * position.
 */
export async function followWal(ask: () => Promise<WalPosition>, primary: WalPosition): Promise<WalPosition> {
  const began = performance.now();
  let found = await ask();
  for (const pause of PAUSES_MS) {
    if (found.lsn >= primary.lsn || !isReplicaOf(found, primary)) break;
    if (performance.now() - began > MAX_FOLLOW_MS) break;
    await sleep(pause);
    found = await ask();
  }
  return found;
}

/** One sample per second while a replica is behind. */
const MAX_SAMPLES = 3_600;

/**
 * Measures replication lag: the seconds since the primary was at the replica's current position. Independent of the
 * machines' clocks and of pauses between changes.
 */
export function createLagMeter() {
  let samples: { lsn: bigint; at: number }[] = [];
  return (primary: WalPosition, replica: WalPosition, now = performance.now()): number => {
    if (replica.lsn >= primary.lsn) {
      samples = [{ lsn: primary.lsn, at: now }];
      return 0;
    }
    const last = samples.at(-1);
    if (last?.lsn === primary.lsn) last.at = now;
    else samples.push({ lsn: primary.lsn, at: now });
    const reached = samples.findLastIndex(({ lsn }) => lsn <= replica.lsn);
    // Before this process's first sample, only the servers' clocks can tell.
    if (reached < 0) return Math.max(0, replica.secondsSinceCommit ?? 0);
    samples = samples.slice(reached);
    if (samples.length > MAX_SAMPLES) samples.splice(1, 1);
    return (now - (samples[0]?.at ?? now)) / 1_000;
  };
}
