import pg from "pg";
import { noteListening } from "@/lib/db/connection-stats";
import { log } from "@/lib/log";

const RETRY_MS = 500;
/** Detects connections that died silently. */
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_TIMEOUT_MS = 1_000;

type Listener = {
  /** Used unescaped in SQL. */
  channel: string;
  onNotify: (payload: string) => void;
  /** Notifications sent while not listening are lost. */
  onListeningChange: (isListening: boolean) => void;
};

/**
 * Listens for NOTIFY on a dedicated connection, reconnecting whenever it is lost.
 *
 * @returns a function that stops listening
 */
export function listen(databaseUrl: string, { channel, onNotify, onListeningChange }: Listener): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isLost = false;

  function onChange(isListening: boolean): void {
    noteListening(channel, isListening);
    onListeningChange(isListening);
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    });
    opened.on("error", () => reconnect(opened));
    opened.on("end", () => reconnect(opened));
    opened.on("notification", ({ payload = "" }) => onNotify(payload));
    client = opened;
    try {
      await opened.connect();
      await opened.query(`LISTEN ${channel}`);
      if (isLost) log.info({ channel }, "LISTEN connection restored");
      isLost = false;
      onChange(true);
      schedule(HEARTBEAT_MS, () => sendHeartbeat(opened));
    } catch {
      reconnect(opened);
    }
  }

  async function sendHeartbeat(opened: pg.Client): Promise<void> {
    try {
      await opened.query("SELECT 1");
      schedule(HEARTBEAT_MS, () => sendHeartbeat(opened));
    } catch {
      reconnect(opened);
    }
  }

  function reconnect(lost: pg.Client): void {
    if (client !== lost || isStopped) return;
    client = undefined;
    if (!isLost) log.warn({ channel }, "LISTEN connection lost; falling back to short TTLs");
    isLost = true;
    onChange(false);
    lost.end().catch(() => undefined);
    schedule(RETRY_MS, connect);
  }

  function schedule(milliseconds: number, step: () => Promise<void>): void {
    clearTimeout(timer);
    timer = setTimeout(() => void step(), milliseconds);
  }

  noteListening(channel, false);
  void connect();
  return async () => {
    isStopped = true;
    noteListening(channel, undefined);
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
