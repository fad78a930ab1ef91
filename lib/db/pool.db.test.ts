import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { openPrisma } from "@/lib/db/open-prisma";
import { asyncCommitPool, closePool, openPool, pool, roleSettings } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";

/** The database's URL, for a user with these settings. */
function urlWith(settings: Record<string, string>): string {
  const url = new URL(env().DATABASE_URL ?? "");
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`);
  url.searchParams.set("options", options.join(" "));
  return url.href;
}

test("each connection gets the pool's settings", async () => {
  const pool = openPool({
    name: "test",
    connectTimeoutMs: 60_000,
    max: 2,
    settings: { statement_timeout: "30s", synchronous_commit: "off" },
  });
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    const { rows } = await client.query(
      "SELECT current_setting('statement_timeout') AS timeout, current_setting('synchronous_commit') AS commit",
    );
    expect(rows).toEqual([{ timeout: "30s", commit: "off" }]);
    client.release();
  }
  await pool.end();
});

test("the worker's statements have no limit, whatever that of the database user", async () => {
  const { HOP_ROLE } = env();
  env().HOP_ROLE = "worker";
  const url = urlWith({ statement_timeout: "5s" });
  const pool = openPool({ name: "test", url, max: 1, settings: roleSettings() });
  const { rows } = await pool.query("SHOW statement_timeout");
  env().HOP_ROLE = HOP_ROLE;
  await pool.end();
  expect(rows).toEqual([{ statement_timeout: "0" }]);
});

test("a transaction may take as long as a statement", async () => {
  const { STATEMENT_TIMEOUT_SECONDS } = env();
  env().STATEMENT_TIMEOUT_SECONDS = 1;
  const client = openPrisma(0);
  env().STATEMENT_TIMEOUT_SECONDS = STATEMENT_TIMEOUT_SECONDS;
  const slow = client.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_sleep(1.2)`;
    await tx.user.count();
  });
  await expect(slow).rejects.toMatchObject({ code: "P2028" });
  await client.$disconnect();
});

test("the app's statements wait five seconds for a lock", async () => {
  const { HOP_ROLE } = env();
  env().HOP_ROLE = "app";
  const pool = openPool({ name: "test", max: 1, settings: roleSettings() });
  const { rows } = await pool.query(
    "SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement",
  );
  env().HOP_ROLE = HOP_ROLE;
  await pool.end();
  expect(rows).toEqual([{ lock: "5s", statement: "30s" }]);
});

describe("whatever settings the database user has,", () => {
  test.each(["Asia/Kolkata", "America/New_York"])("times are written and read as they are: %s", async (timezone) => {
    const createdAt = new Date("2026-03-01T20:30:00.000Z");
    const { id } = await createUser();
    await prisma().user.update({ where: { id }, data: { createdAt } });
    const url = urlWith({ timezone, datestyle: "German", intervalstyle: "sql_standard" });
    const pool = openPool({ name: "test", url, max: 1, settings: {} });
    const client = new PrismaClient({ adapter: new PrismaPg(pool) });
    const { email } = await createUser();
    const written = await client.user.update({ where: { email }, data: { createdAt } });
    expect(written.createdAt).toEqual(createdAt);
    expect(await prisma().user.findUniqueOrThrow({ where: { email } })).toMatchObject({ createdAt });
    expect((await client.user.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(createdAt);
    const { rows } = await pool.query("SELECT created_at, created_at::date::text AS day FROM users WHERE id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ created_at: createdAt, day: "2026-03-01" }]);
    await client.$disconnect();
    await pool.end();
  });

  test("queries are not compiled", async () => {
    const pool = openPool({ name: "test", url: urlWith({ jit: "on" }), max: 1, settings: {} });
    const { rows } = await pool.query("SHOW jit");
    await pool.end();
    expect(rows).toEqual([{ jit: "off" }]);
  });

  test("no limit but Hop's own ends an idle transaction or connection, and transactions see what others commit", async () => {
    const settings = {
      idle_in_transaction_session_timeout: "1s",
      idle_session_timeout: "1s",
      lock_timeout: "1s",
      transaction_timeout: "1s",
      default_transaction_isolation: "serializable",
    };
    const pool = openPool({ name: "test", url: urlWith(settings), max: 1, settings: {} });
    const { rows } = await pool.query("SELECT name, setting FROM pg_settings WHERE name = ANY ($1)", [
      Object.keys(settings),
    ]);
    await pool.end();
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      ...Object.fromEntries(Object.keys(settings).map((name) => [name, "0"])),
      // A minute, after which a machine that is gone holds no lock.
      idle_in_transaction_session_timeout: "60000",
      default_transaction_isolation: "read committed",
    });
  });
});

test("a statement that exceeds the timeout is cancelled, and the connection stays usable", async () => {
  const pool = openPool({ name: "test", connectTimeoutMs: 60_000, max: 1, settings: { statement_timeout: "100ms" } });
  const client = await pool.connect();
  await expect(client.query("SELECT pg_sleep(60)")).rejects.toMatchObject({ code: "57014" });
  // On a busy machine this can time out as well, which the connection also survives.
  const ask = () =>
    client.query("SELECT 1 AS one").catch((error) => (error.code === "57014" ? null : Promise.reject(error)));
  let answer = await ask();
  for (let i = 0; i < 50 && !answer; i++) answer = await ask();
  expect(answer?.rows).toEqual([{ one: 1 }]);
  client.release();
  await pool.end();
});

test("the pools are as large as DATABASE_CONNECTIONS allows", async () => {
  const { DATABASE_CONNECTIONS } = env();
  await closePool();
  env().DATABASE_CONNECTIONS = 4;
  const maxima = [pool(), asyncCommitPool()].map(({ options }) => options.max);
  await closePool();
  env().DATABASE_CONNECTIONS = DATABASE_CONNECTIONS;
  expect(maxima).toEqual([4, 2]);
});
