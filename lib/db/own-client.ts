import { Socket } from "node:net";
import pg from "pg";
import { applyLongSettings } from "@/lib/db/session-settings";
import { KEEP_ALIVE } from "@/lib/db/sockets";
import { within } from "@/lib/within";

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 5_000;

type Options = { url: string; name: string; signal?: AbortSignal | undefined; connectTimeoutMs?: number };

/**
 * Runs long work on its own connection, which is closed at the end. The signal cuts it without waiting for a response,
 * which a server that has vanished wouldn't send.
 *
 * @throws the reason of the signal, or what the work throws
 */
export async function withOwnClient<T>(
  { url, name, signal, connectTimeoutMs = CONNECT_TIMEOUT_MS }: Options,
  work: (client: pg.Client) => Promise<T>,
) {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: name,
    stream: () => socket,
    ...KEEP_ALIVE,
  });
  // The running statement rejects as well.
  client.on("error", () => undefined);
  const cut = () => void socket.destroy(new Error("Connection terminated"));
  signal?.throwIfAborted();
  signal?.addEventListener("abort", cut, { once: true });
  try {
    await client.connect();
    await applyLongSettings(client);
    return await work(client);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", cut);
    const closed = client.end().catch(() => undefined);
    await within(CLOSE_TIMEOUT_MS, closed, undefined);
    socket.destroy();
  }
}
