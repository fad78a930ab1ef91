import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { isDatabaseOutage, isDatabaseUnavailable, isLockConflict, markDatabaseError } from "@/lib/database-unavailable";
import { PrismaClient } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { makeCertificate } from "@/lib/testing/certificate";
import { startTlsDatabase } from "@/lib/testing/tls-database";
import { until } from "@/lib/testing/until";

const pools: pg.Pool[] = [];
const servers: Server[] = [];
const sockets: Socket[] = [];

afterAll(async () => {
  await Promise.all(pools.map((open) => open.end()));
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** Only for databases that never give a connection: a busy machine takes longer to open one. */
const CONNECT_TIMEOUT_MS = 300;

function poolOf(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const created = new pg.Pool({ connectionString, ...options });
  created.on("error", () => undefined);
  pools.push(created);
  return created;
}

/** Starts a server with the given connection handler and returns its URL. */
async function serve(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `postgresql://hop@127.0.0.1:${typeof address === "object" ? address?.port : 0}/hop`;
}

/** Proxies a client to a server on a Unix socket. */
function relay(client: Socket, server: string, clients: Set<Socket>): void {
  const upstream = createConnection(server);
  clients.add(client);
  client.on("close", () => {
    clients.delete(client);
    upstream.destroy();
  });
  for (const socket of [client, upstream]) socket.on("error", () => undefined);
  client.pipe(upstream).pipe(client);
}

/** A pool whose connections lead through a proxy, which can reset them. */
async function throughProxy(): Promise<{ reset: pg.Pool; clients: ReadonlySet<Socket> }> {
  const real = new URL(process.env.DATABASE_URL ?? "");
  const folder = real.searchParams.get("host") ?? "";
  const clients = new Set<Socket>();
  const proxy = new URL(await serve((socket) => relay(socket, path.join(folder, ".s.PGSQL.5432"), clients)));
  return { reset: poolOf(`postgresql://${real.username}:${real.password}@${proxy.host}${real.pathname}`), clients };
}

/** Prisma's own limits on a transaction must not end it first. */
const clientOf = (connections: pg.Pool) =>
  new PrismaClient({ adapter: new PrismaPg(connections), transactionOptions: { maxWait: 60_000, timeout: 60_000 } });

const SLEEP = "SELECT pg_sleep(60)::text";

async function isSleeping(): Promise<boolean> {
  const { rowCount } = await pool().query(
    "SELECT FROM pg_stat_activity WHERE query = $1 AND state = 'active' AND datname = current_database()",
    [SLEEP],
  );
  return rowCount === 1;
}

/** @throws Error if the work ends without sleeping */
async function untilSleeping(work: Promise<unknown>): Promise<void> {
  let outcome: { value: unknown } | undefined;
  void work.then((value) => {
    outcome = { value };
  });
  await until(async () => {
    if (outcome) throw new Error("The query ended before its connection was reset", { cause: outcome.value });
    return isSleeping();
  });
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a database is unavailable, with and without Prisma", () => {
  test.each([
    ["on a closed port", async () => "postgresql://hop@127.0.0.1:1/hop"],
    ["whose socket does not exist", async () => "postgresql://hop@localhost/hop?host=/nowhere"],
    ["that accepts connections and never responds", () => serve(() => undefined)],
    ["that closes its connections", () => serve((socket) => socket.destroy())],
  ])("%s", async (_name, urlOf) => {
    const unavailable = poolOf(await urlOf(), { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    const client = clientOf(unavailable);
    for (const work of [
      () => queryRows(unavailable, sql`SELECT 1`),
      () => inTransaction(unavailable, async () => undefined),
      () => client.user.count(),
      () => client.$transaction((tx) => tx.user.count()),
    ]) {
      const failure = await failureOf(work());
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect(isDatabaseOutage(failure)).toBe(true);
    }
  });

  test("that shuts down during a query", async () => {
    const terminate = "SELECT pg_terminate_backend(pg_backend_pid())";
    for (const work of [() => pool().query(terminate), () => prisma().$queryRawUnsafe(terminate)]) {
      expect(isDatabaseUnavailable(await failureOf(work()))).toBe(true);
    }
  });

  test("whose connection is reset during a query, as when its machine or all its processes die", async () => {
    const { reset, clients } = await throughProxy();
    const client = clientOf(reset);
    for (const work of [
      () => execute(reset, raw(SLEEP)),
      () => client.$queryRawUnsafe(SLEEP),
      () => client.$executeRawUnsafe(SLEEP),
      () => client.$transaction((tx) => tx.$executeRawUnsafe(SLEEP)),
    ]) {
      const failure = failureOf(work());
      await untilSleeping(failure);
      for (const socket of clients) socket.resetAndDestroy();
      expect(isDatabaseUnavailable(await failure)).toBe(true);
      expect(isDatabaseOutage(await failure)).toBe(true);
      await pool().query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1", [SLEEP]);
      // Otherwise the next iteration could see this query and reset a connection that is still opening.
      await until(async () => !(await isSleeping()));
    }
  });

  test("whose connection is reset while a transaction is committed", async () => {
    const { reset, clients } = await throughProxy();
    const failure = await failureOf(
      clientOf(reset).$transaction(async (tx) => {
        await tx.user.count();
        // COMMIT reaches the proxy, and no further.
        for (const socket of clients) {
          socket.unpipe();
          socket.once("data", () => socket.resetAndDestroy()).resume();
        }
      }),
    );
    expect(failure).not.toBeNull();
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(isDatabaseOutage(failure)).toBe(true);
  });

  test("that exceeds a statement timeout", async () => {
    const slow = poolOf(process.env.DATABASE_URL ?? "", {
      onConnect: async (client) => void (await client.query("SET statement_timeout = 20")),
    });
    const client = clientOf(slow);
    for (const work of [() => slow.query(SLEEP), () => client.$queryRawUnsafe(SLEEP)]) {
      const failure = await failureOf(work());
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect(isDatabaseOutage(failure)).toBe(false);
    }
  });

  test("that refuses connections: it is being restored, or the password is being changed", async () => {
    const real = process.env.DATABASE_URL ?? "";
    const [dropped, changed] = [new URL(real), new URL(real)];
    dropped.pathname = "/no_such_database";
    changed.username = "no_such_user";
    for (const { href } of [dropped, changed]) {
      const connections = poolOf(href);
      for (const work of [() => clientOf(connections).user.count(), () => queryRows(connections, sql`SELECT`)]) {
        const failure = await failureOf(work());
        expect(isDatabaseUnavailable(failure)).toBe(true);
        expect(isDatabaseOutage(failure)).toBe(true);
      }
    }
  });

  test("that accepts no connections, whatever the language of its messages", async () => {
    const fields = ["SFATAL", "VFATAL", "C55000", "MDatenbank »hop« akzeptiert gegenwärtig keine Verbindungen", "\0"];
    const body = Buffer.from(fields.join("\0"));
    const head = Buffer.from("E\0\0\0\0", "latin1");
    head.writeInt32BE(body.length + 4, 1);
    const url = await serve((socket) => socket.once("data", () => socket.end(Buffer.concat([head, body]))));
    const connections = poolOf(url);
    for (const work of [() => clientOf(connections).user.count(), () => queryRows(connections, sql`SELECT`)]) {
      const failure = await failureOf(work());
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect(isDatabaseOutage(failure)).toBe(true);
    }
  });

  test("that has lost its connection", async () => {
    const lost = await poolOf(process.env.DATABASE_URL ?? "").connect();
    lost.on("error", () => undefined);
    const ended = new Promise((resolve) => lost.once("end", resolve));
    await lost.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
    await ended;
    const failure = await failureOf(lost.query("SELECT 1"));
    lost.release(true);
    expect(isDatabaseUnavailable(failure)).toBe(true);
  });

  test("whose disk is full", async () => {
    const full = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$";
    for (const work of [() => pool().query(full), () => prisma().$executeRawUnsafe(full)]) {
      expect(isDatabaseUnavailable(await failureOf(work()))).toBe(true);
    }
  });

  test("whose pool is exhausted", async () => {
    const small = poolOf(process.env.DATABASE_URL ?? "", { max: 1 });
    const checkedOut = await small.connect();
    small.options.connectionTimeoutMillis = CONNECT_TIMEOUT_MS;
    const client = clientOf(small);
    expect(isDatabaseUnavailable(await failureOf(client.user.count()))).toBe(true);
    checkedOut.release();
  });
});

test.each([
  ["a syntax error", () => pool().query("SELEC 1")],
  ["a unique violation", async () => createUser({ email: (await createUser()).email })],
  ["a missing row", () => prisma().user.findUniqueOrThrow({ where: { email: "nobody@example.com" } })],
  ["a missing file", () => import("node:fs/promises").then(({ readFile }) => readFile("/nowhere"))],
  ["any other error", () => Promise.reject("text")],
])("%s does not mean that the database is unavailable", async (_name, work) => {
  const failure = await failureOf(work());
  expect(failure).not.toBeNull();
  expect(isDatabaseUnavailable(failure)).toBe(false);
});

test.each(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"])("%s of another socket is not an outage", (code) => {
  const error = Object.assign(new Error(code), { code });
  expect(isDatabaseOutage(error)).toBe(false);
  expect(isDatabaseOutage(new Error("failed", { cause: error }))).toBe(false);
  expect(isDatabaseOutage(markDatabaseError(error))).toBe(true);
});

test.each([
  ["an expired certificate", true],
  ["a certificate of another host", false],
])("%s of the database means that it is unavailable", async (_what, isExpired) => {
  const certificate = makeCertificate({ names: isExpired ? ["127.0.0.1"] : ["db.example"], isExpired });
  const file = path.join(mkdtempSync(path.join(tmpdir(), "hop-certificate-")), "cert.pem");
  writeFileSync(file, certificate.cert);
  const { url, server } = await startTlsDatabase(certificate);
  servers.push(server);
  const refused = poolOf(`${url}?sslmode=verify-full&sslrootcert=${file}`);
  const errors = await Promise.all([
    refused.query("SELECT 1").catch((error: unknown) => error),
    clientOf(refused)
      .user.count()
      .catch((error: unknown) => error),
    clientOf(refused).$queryRaw`SELECT 1`.catch((error: unknown) => error),
  ]);
  expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  // Without Prisma, it could be the certificate of another server.
  expect(errors.map(isDatabaseOutage)).toEqual([false, true, true]);
  rmSync(path.dirname(file), { recursive: true });
});

describe("a transaction conflicts with the locks of another, with and without Prisma", () => {
  // If the machine stalls, the other statement may be the one that Postgres fails.
  jest.retryTimes(2);

  const lockUser = (id: string) => sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`;

  test("one that waits for too long", async () => {
    const { id } = await createUser();
    const impatient = poolOf(process.env.DATABASE_URL ?? "", {
      onConnect: async (client) => void (await client.query("SET lock_timeout = 20")),
    });
    const client = clientOf(impatient);
    await inTransaction(pool(), async (holder) => {
      await execute(holder, lockUser(id));
      for (const work of [
        () => execute(impatient, lockUser(id)),
        () => client.$transaction((tx) => execute(tx, lockUser(id))),
        () => client.user.update({ where: { id }, data: { firstName: "Ann" } }),
      ]) {
        const failure = await failureOf(work());
        expect(isLockConflict(failure)).toBe(true);
        expect(isDatabaseUnavailable(failure)).toBe(false);
      }
    });
  });

  test.each(["Prisma", "pg"])("a deadlock that Postgres ends by failing the statement of %s", async (victim) => {
    const [first, second] = [await createUser(), await createUser()];
    const client = clientOf(poolOf(process.env.DATABASE_URL ?? ""));
    const isWaiting = async () =>
      (
        await pool().query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
      ).rowCount === 1;
    let holders = 0;
    // The first to wait is the first to look for a deadlock.
    const untilTurnOf = async (name: string) => {
      holders++;
      await until(() => holders === 2);
      if (name !== victim) await until(isWaiting);
    };
    const failures = await Promise.all([
      failureOf(
        client.$transaction(async (tx) => {
          await tx.user.update({ where: { id: first.id }, data: { firstName: "Ann" } });
          await untilTurnOf("Prisma");
          await tx.user.update({ where: { id: second.id }, data: { firstName: "Ann" } });
        }),
      ),
      failureOf(
        inTransaction(pool(), async (own) => {
          await execute(own, lockUser(second.id));
          await untilTurnOf("pg");
          await execute(own, lockUser(first.id));
        }),
      ),
    ]);
    const failed = { Prisma: failures[0], pg: failures[1] };
    expect(failed).toMatchObject({ [victim === "pg" ? "Prisma" : "pg"]: null });
    expect(isLockConflict(failed[victim as "pg"])).toBe(true);
  });

  test("no other failure is one", async () => {
    expect(isLockConflict(await failureOf(pool().query("SELECT 1 / 0")))).toBe(false);
  });
});
