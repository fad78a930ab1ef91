import pg from "pg";
import { log } from "@/lib/log";

const RETRY_MS = 500;
/** A connection that died without a word is noticed by the query that asks after it. */
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

type Listener = {
  /** A name of our own, as it stands in SQL. */
  channel: string;
  onNotify: (payload: string) => void;
  /** Whether what is sent is heard: what was sent before it was, or while it was not, is lost. */
  onHearing: (isHearing: boolean) => void;
};

/**
 * Hears what triggers send with NOTIFY, over a connection of its own that is opened again whenever
 * it is lost.
 *
 * @returns a function that stops listening
 */
export function listen(databaseUrl: string, { channel, onNotify, onHearing }: Listener): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    opened.on("error", () => lose(opened));
    opened.on("end", () => lose(opened));
    opened.on("notification", ({ payload = "" }) => onNotify(payload));
    client = opened;
    try {
      await opened.connect();
      await opened.query(`LISTEN ${channel}`);
      onHearing(true);
      schedule(HEARTBEAT_MS, () => beat(opened));
    } catch {
      lose(opened);
    }
  }

  async function beat(opened: pg.Client): Promise<void> {
    try {
      await opened.query("SELECT 1");
      schedule(HEARTBEAT_MS, () => beat(opened));
    } catch {
      lose(opened);
    }
  }

  function lose(lost: pg.Client): void {
    if (client !== lost || isStopped) return;
    client = undefined;
    log.warn({ channel }, "not hearing of changes: looking them up more often");
    onHearing(false);
    lost.end().catch(() => undefined);
    schedule(RETRY_MS, connect);
  }

  function schedule(milliseconds: number, step: () => Promise<void>): void {
    clearTimeout(timer);
    timer = setTimeout(() => void step(), milliseconds);
  }

  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
