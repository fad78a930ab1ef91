import { openPool, roleSettings } from "@/lib/db/pool";
import { env } from "@/lib/env";

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
  const url = new URL(env().DATABASE_URL ?? "");
  url.searchParams.set("options", "-c statement_timeout=5s");
  const pool = openPool({ name: "test", url: url.href, max: 1, settings: roleSettings() });
  const { rows } = await pool.query("SHOW statement_timeout");
  env().HOP_ROLE = HOP_ROLE;
  await pool.end();
  expect(rows).toEqual([{ statement_timeout: "0" }]);
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
