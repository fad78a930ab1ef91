import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import pg from "pg";

/** Messages of the protocol: AuthenticationOk with ReadyForQuery, and Query with ROLLBACK. */
export const WELCOME = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
const ROLLBACK = Buffer.from("Q\0\0\0\x0dROLLBACK\0", "latin1");
const TERMINATE = "X".charCodeAt(0);
const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/** A connection to Postgres, and the client whose transaction it runs. */
type Server = { socket: Socket; client?: Socket | undefined; received: Buffer };

type Options = { size: number; takes: "latest" | "oldest" };

/**
 * A pooler in transaction mode with `size` connections: each transaction gets the idle one that was used latest, as
 * with PgBouncer's default, or the one that has been idle for longest (its server_round_robin).
 *
 * @returns its URL, and a function that stops it
 */
export async function startTransactionPooler(databaseUrl: string, { size, takes }: Options) {
  const all = await Promise.all(Array.from({ length: size }, () => connectTo(databaseUrl)));
  const idle = [...all];
  const waiting: { client: Socket; bytes: Buffer }[] = [];

  function pass(client: Socket, bytes: Buffer): void {
    let server = all.find((one) => one.client === client);
    server ??= takes === "latest" ? idle.pop() : idle.shift();
    if (!server) return void waiting.push({ client, bytes });
    server.client = client;
    server.socket.write(bytes);
  }

  for (const server of all) {
    server.socket.on("data", (bytes) => {
      server.client?.write(bytes);
      if (!isIdleAfter(server, bytes)) return;
      server.client = undefined;
      idle.push(server);
      const next = waiting.shift();
      if (next) pass(next.client, next.bytes);
    });
  }

  const pooler = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", () => {
      client.write(WELCOME);
      client.on("data", (bytes) => (bytes[0] === TERMINATE ? client.end() : pass(client, bytes)));
    });
    client.on("close", () => all.find((one) => one.client === client)?.socket.write(ROLLBACK));
  });
  await once(pooler.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    pooler.close();
    for (const { socket } of all) socket.destroy();
  };
  return { url: `postgresql://hop@127.0.0.1:${(pooler.address() as AddressInfo).port}/hop`, stop };
}

/** A session of its own, logged in, whose socket speaks the protocol with whoever gets it. */
export async function connectTo(databaseUrl: string): Promise<Server> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Logged in, its socket is passed on to others.
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const socket = connection.stream;
  socket.removeAllListeners();
  socket.on("error", () => undefined);
  return { socket, received: Buffer.alloc(0) };
}

/** Whether these bytes end with the message that the server is ready, and in no transaction. */
function isIdleAfter(server: Server, bytes: Buffer): boolean {
  let rest = Buffer.concat([server.received, bytes]);
  let isIdle = false;
  while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
    isIdle = rest[0] === READY && rest[5] === IDLE;
    rest = rest.subarray(1 + rest.readInt32BE(1));
  }
  server.received = rest;
  return isIdle && rest.length === 0;
}
