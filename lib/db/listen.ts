import { randomUUID } from "node:crypto";
import pg from "pg";
import { noteListening } from "@/lib/db/connection-stats";
import { closeSocketsBefore, createSilenceWatch } from "@/lib/db/sockets";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { within } from "@/lib/within";

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
  /** How long the database may be unreachable before silent connections are closed; ten seconds by default. */
  silenceMs?: number;
};

/** The connection's name in pg_stat_activity. */
export const LISTENER = "hop-listen";

/** Channel of notifications that only prove that notifications arrive. */
const PROBE = "hop_probe";

/** A pooler in transaction mode accepts LISTEN, but forwards no notifications. */
class NotNotifiedError extends Error {}

/** What distinguishes one database server from another, and whether it is a standby. */
const SERVER = sql`SELECT pg_postmaster_start_time()::text AS server, pg_is_in_recovery() AS "isStandby"`;

/**
 * Listens for NOTIFY on a dedicated connection, reconnecting whenever it is lost, or when its server is demoted to a
 * standby. When it is back on another server, or the database stays unreachable, it closes this process's other
 * connections, which would otherwise wait for a server that is gone.
 *
 * @returns a function that stops listening
 */
export function listen(databaseUrl: string, listener: Listener): () => Promise<void> {
  const { channel, onNotify, onListeningChange, silenceMs } = listener;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let server = "";
  const silence = createSilenceWatch(silenceMs);

  function onChange(isListening: boolean): void {
    noteListening(channel, isListening);
    onListeningChange(isListening);
  }

  async function connect(): Promise<void> {
    const opened = tryToOpen(databaseUrl, channel);
    if (!opened) return reconnect(undefined);
    opened.on("error", () => reconnect(opened));
    opened.on("end", () => reconnect(opened));
    opened.on("notification", ({ channel: from, payload = "" }) => from === channel && onNotify(payload));
    client = opened;
    const connectedAt = performance.now();
    try {
      await opened.connect();
      await opened.query(`LISTEN ${PROBE}; LISTEN ${channel}`);
      const found = await askServer(opened);
      await assertNotified(opened, databaseUrl);
      // The connection was lost right after its answer.
      if (client !== opened || isStopped) return;
      const closed = server && server !== found ? closeSocketsBefore(connectedAt) : 0;
      if (silence.end()) log.info({ channel, closed }, `LISTEN connection ${server ? "restored" : "established"}`);
      server = found;
      onChange(true);
      schedule(HEARTBEAT_MS, () => sendHeartbeat(opened));
    } catch (error) {
      reconnect(opened, error);
    }
  }

  async function sendHeartbeat(opened: pg.Client): Promise<void> {
    try {
      await askServer(opened);
      if (client === opened) schedule(HEARTBEAT_MS, () => sendHeartbeat(opened));
    } catch {
      reconnect(opened);
    }
  }

  function reconnect(lost: pg.Client | undefined, error?: unknown): void {
    if (client !== lost || isStopped) return;
    client = undefined;
    if (silence.begin(error instanceof pg.DatabaseError || error instanceof NotNotifiedError))
      if (server) log.warn({ channel }, "LISTEN connection lost; falling back to short TTLs");
      else log.warn({ err: error, channel }, "no LISTEN connection yet; falling back to short TTLs");
    onChange(false);
    lost?.end().catch(() => undefined);
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

/** A certificate named in the URL, such as sslrootcert, is read each time, and may be missing while it is renewed. */
function tryToOpen(databaseUrl: string, channel: string): pg.Client | undefined {
  try {
    return openClient(databaseUrl);
  } catch (error) {
    log.warn({ err: error, channel }, "DATABASE_URL can't be used; retrying");
    return undefined;
  }
}

function openClient(databaseUrl: string, name = LISTENER): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
    query_timeout: HEARTBEAT_TIMEOUT_MS,
    application_name: name,
    keepAlive: true,
  });
}

/** @throws Error if the server is a standby */
async function askServer(client: pg.Client): Promise<string> {
  const [found] = await queryRows<{ server: string; isStandby: boolean }>(client, SERVER);
  if (!found || found.isStandby) throw new Error("the server is a standby");
  return found.server;
}

/**
 * Sends a notification over another connection. Checks nothing if none is free.
 *
 * @throws NotNotifiedError if it does not arrive
 */
async function assertNotified(client: pg.Client, databaseUrl: string): Promise<void> {
  const token = randomUUID();
  const arrived = new Promise<"arrived">((resolve) => {
    client.on("notification", ({ payload }) => payload === token && resolve("arrived"));
  });
  const sender = openClient(databaseUrl, PROBE);
  sender.on("error", () => undefined);
  try {
    await sender.connect();
    await execute(sender, sql`SELECT pg_notify(${PROBE}, ${token})`);
  } catch {
    return;
  } finally {
    void sender.end().catch(() => undefined);
  }
  if ((await within(HEARTBEAT_TIMEOUT_MS, arrived, "late")) === "late")
    throw new NotNotifiedError("database notifications are not arriving");
}
