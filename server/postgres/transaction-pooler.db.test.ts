import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pool } from "@/lib/db/pool";
import { EnvError, env } from "@/lib/env";
import { prepareDatabase } from "@/server/postgres/prepare-database";
import { hasTransactionPooler } from "@/server/postgres/transaction-pooler";
import { startLoadBalancer } from "@/server/testing/load-balancer";
import { startTransactionPooler, WELCOME } from "@/server/testing/transaction-pooler";

// A database that is silent for 5 s doesn't answer. A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const databaseUrl = env().DATABASE_URL ?? "";

test("connections of their own, and a database that doesn't answer, are not taken for a pooler", async () => {
  expect(await hasTransactionPooler(databaseUrl)).toBe(false);
  expect(await hasTransactionPooler("postgresql://hop@127.0.0.1:1/hop")).toBe(false);
});

test("a proxy that sends reads to a standby is not taken for one", async () => {
  const { url, stop } = await startLoadBalancer(databaseUrl);
  expect(await hasTransactionPooler(url)).toBe(false);
  stop();
});

test("sessions of a standby are not compared", async () => {
  await pool().query("CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'");
  const asStandby = new URL(databaseUrl);
  asStandby.searchParams.set("options", "-c search_path=public,pg_catalog");
  const { url, stop } = await startTransactionPooler(asStandby.href, { size: 2, takes: "latest" });
  expect(await hasTransactionPooler(url)).toBe(false);
  stop();
  await pool().query("DROP FUNCTION public.pg_is_in_recovery()");
});

/** Accepts connections and, having answered the first message with `answer`, freezes. */
async function startFrozenServer(answer: Buffer) {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.once("data", () => {
      socket.pause();
      socket.write(answer);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `postgresql://hop@127.0.0.1:${(server.address() as AddressInfo).port}/hop`, sockets, stop };
}

test.each([
  ["at the login", Buffer.alloc(0)],
  ["after the login", WELCOME],
])("all connections are opened at once, and closed when the server freezes %s", async (_when, answer) => {
  const { url, sockets, stop } = await startFrozenServer(answer);
  expect(await hasTransactionPooler(url, 200)).toBe(false);
  expect(sockets.length).toBe(4);
  stop();
});

describe.each([1, 2, 3, 8])("a pooler in transaction mode with %d connections", (size) => {
  test.each(["latest", "oldest"] as const)("is recognised if it takes the %s", async (takes) => {
    const { url, stop } = await startTransactionPooler(databaseUrl, { size, takes });
    expect(await hasTransactionPooler(url)).toBe(true);
    stop();
  });
});

test("a start through one is refused, and leaves no lock behind", async () => {
  const { url, stop } = await startTransactionPooler(databaseUrl, { size: 4, takes: "latest" });
  const failure = await prepareDatabase(url, { adminEmail: "a@example.com", baseUrl: undefined }).catch((e) => e);
  expect(failure).toBeInstanceOf(EnvError);
  expect(failure.message).toMatch(
    /^DATABASE_URL: it points to a pooler in transaction mode, [^\n]+: connect to [^\n]+$/,
  );
  const ownLocks =
    "SELECT FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database() AND locktype = 'advisory'";
  expect((await pool().query(ownLocks)).rowCount).toBe(0);
  stop();
});
