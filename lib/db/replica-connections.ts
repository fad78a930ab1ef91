import pg from "pg";
import { batched } from "@/lib/batched";
import { openPool } from "@/lib/db/pool";
import { readWalPosition, type WalPosition } from "@/lib/db/wal-position";

const CONNECT_TIMEOUT_MS = 2_000;
/** Timeout of the tiny probe queries on an open connection. While other queries run, one is sent every `WATCH_MS`. */
const ANSWER_TIMEOUT_MS = 250;
const WATCH_MS = 50;
/** Maximum wait for a free connection. */
const POOL_TIMEOUT_MS = 300;
const MAX_CONNECTIONS = 10;

type ReplicaConnections = {
  /** Connects, unless it is connected; rejects after two seconds. */
  open: () => Promise<void>;
  /** Rejects if it is not connected, or there is no answer within a quarter of a second. */
  ask: () => Promise<WalPosition>;
  /** Rejects as soon as the replica is dropped. */
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  /** Closes all connections, including those whose queries never end. The next call opens new ones. */
  drop: () => void;
};

type Options = {
  url: string;
  settings: Record<string, string>;
  /** The connection broke, or a probe sent while queries ran was not answered in time. */
  onLost: (error: Error) => void;
};

/**
 * The connections to a replica: one for probes, which show whether it still responds, and a pool for queries. On a
 * machine that is frozen or cut off, queries would never end.
 */
export function createReplicaConnections({ url, settings, onLost }: Options): ReplicaConnections {
  const running = new Set<pg.PoolClient>();
  let pool: pg.Pool | undefined;
  let asked: pg.Client | undefined;
  let connecting: pg.Client | undefined;
  let watching: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    if (asked) return;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on("error", (error) => asked === client && onLost(error));
    connecting = client;
    await client.connect();
    // Dropped in the meantime.
    if (connecting !== client) return client.end();
    asked = client;
  }

  // One at a time, so that the timeout begins when the probe is sent.
  const ask = batched(async (calls: null[]) => {
    if (!asked) throw new Error("not connected");
    const position = await inTime(readWalPosition(asked), ANSWER_TIMEOUT_MS);
    return calls.map(() => position);
  });

  async function query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    pool ??= openPool({
      name: "replica",
      url,
      max: MAX_CONNECTIONS,
      settings,
      connectTimeoutMs: POOL_TIMEOUT_MS,
      onError: ignore,
    });
    const client = await pool.connect();
    // The pool only handles errors of idle connections.
    client.on("error", ignore);
    running.add(client);
    watching ??= setInterval(watch, WATCH_MS).unref();
    try {
      return await client.query(config);
    } finally {
      release(client);
    }
  }

  function watch(): void {
    if (running.size > 0) return void ask(null).catch(onLost);
    clearInterval(watching);
    watching = undefined;
  }

  function release(client: pg.PoolClient, error?: Error): void {
    if (!running.delete(client)) return;
    if (!error) client.off("error", ignore);
    client.release(error);
  }

  function drop(): void {
    for (const client of new Set([asked, connecting])) void client?.end().catch(ignore);
    for (const client of running) release(client, new Error("the replica does not respond"));
    void pool?.end().catch(ignore);
    [asked, connecting, pool] = [undefined, undefined, undefined];
  }

  return { open, ask: () => ask(null), query, drop };
}

/** The caller that awaits the query gets the error. */
function ignore(): void {}

/**
 * Responses that arrived while this process was busy count: they are read between the timer and setImmediate. After a
 * long pause, the whole machine may have been busy, so the timeout is granted again.
 */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const fail = () => setImmediate(() => reject(new Error(`no answer within ${ms} ms`)));
    const onTime = () => {
      if (performance.now() - began < ms * 1.5) fail();
      else timer = setTimeout(fail, ms);
    };
    let timer = setTimeout(onTime, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
