import type pg from "pg";
import { processWide } from "@/lib/process-wide";

type PoolStats = {
  pool: string;
  idle: number;
  busy: number;
  /** Queries currently waiting for a connection. */
  waiting: number;
  /** Queries so far that had to wait because all connections were busy. */
  waits: number;
};

type Watched = { pool: pg.Pool; waits: number };
type Connections = { pools: Map<string, Watched>; listeners: Map<string, boolean> };

const connections = processWide<Connections>("hopConnections", () => ({ pools: new Map(), listeners: new Map() }));

/** Includes the pool in `poolStats`. A pool of the same name is replaced. */
export function watchPool(name: string, pool: pg.Pool): void {
  const watched: Watched = { pool, waits: 0 };
  connections.pools.set(name, watched);
  // A released connection goes to a waiting query, unless others were idle.
  pool.on("release", () => {
    if (pool.waitingCount > 0 && pool.idleCount === 0) watched.waits += 1;
  });
}

export function poolStats(): PoolStats[] {
  return [...connections.pools].map(([name, { pool, waits }]) => ({
    pool: name,
    idle: pool.idleCount,
    busy: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
    waits,
  }));
}

/** Notes whether a LISTEN connection is up; undefined once it is no longer wanted. */
export function noteListening(channel: string, isListening: boolean | undefined): void {
  if (isListening === undefined) connections.listeners.delete(channel);
  else connections.listeners.set(channel, isListening);
}

export function listeningStates(): { channel: string; isListening: boolean }[] {
  return [...connections.listeners].map(([channel, isListening]) => ({ channel, isListening }));
}
