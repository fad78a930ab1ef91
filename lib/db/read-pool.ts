import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { pool, roleSettings } from "@/lib/db/pool";
import { createReplica, type Replica } from "@/lib/db/replica";
import type { Reader } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { count } from "@/lib/process-counts";
import { processWide } from "@/lib/process-wide";
import { QUERY_CANCELED } from "@/lib/sqlstate";

/** The reads of one request, which all go to the replica or all to the primary. */
type Reads = { isFromReplica?: Promise<boolean> };

const reads = processWide("hopReads", () => new AsyncLocalStorage<Reads>());
const opened = processWide("hopReplica", (): { replica?: Replica } => ({}));

/** Opens the replica of DATABASE_REPLICA_URL and watches it from now on; undefined if there is none. */
export function openReplica(): Replica | undefined {
  if (opened.replica) return opened.replica;
  const { DATABASE_REPLICA_URL: url } = env();
  if (!url) return undefined;
  const settings = { ...roleSettings(), default_transaction_read_only: "on" };
  opened.replica = createReplica({ url, primary: pool, settings });
  return opened.replica;
}

export function closeReplica(): void {
  opened.replica?.close();
  delete opened.replica;
}

/**
 * Runs a request that changes nothing. Its queries through `readPool` may go to the replica, if that shows everything
 * committed so far.
 */
export function inRead<T>(work: () => T): T {
  return openReplica() ? reads.run({}, work) : work();
}

/**
 * The pool for lists and statistics. Within `inRead` it is the replica, if that is current, with the primary as
 * fallback; elsewhere, including commands that return a list, it is the primary.
 */
export function readPool(): Reader {
  return reads.getStore() ? { query: read } : pool();
}

async function read(config: pg.QueryConfig): Promise<pg.QueryResult> {
  const context = reads.getStore();
  const { replica } = opened;
  if (context && replica) {
    context.isFromReplica ??= replica.isCurrent();
    if ((await context.isFromReplica) && replica.status().isUsed) {
      try {
        const result = await replica.query(config);
        count("reads-replica");
        return result;
      } catch (error) {
        // The primary would take as long.
        if ((error as { code?: unknown }).code === QUERY_CANCELED) throw error;
        log.debug({ err: error }, "query failed on the replica; repeating it on the primary");
      }
    }
    context.isFromReplica = Promise.resolve(false);
  }
  count("reads-primary");
  return pool().query(config);
}
