import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { KEEP_ALIVE } from "@/lib/db/sockets";

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 5_000;

type Options = { url: string; name: string; signal?: AbortSignal | undefined };

/**
 * Runs work on its own connection, which is closed at the end. The signal cuts it without waiting for a response, which
 * a server that has vanished wouldn't send.
 *
 * @throws the reason of the signal, or what the work throws
 */
export async function withOwnClient<T>({ url, name, signal }: Options, work: (client: pg.Client) => Promise<T>) {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
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
    return await work(client);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", cut);
    await Promise.race([client.end().catch(() => undefined), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    socket.destroy();
  }
}
