import { openPool } from "@/lib/db/pool";

test("each connection gets the pool's settings", async () => {
  const pool = openPool({ max: 2, settings: { statement_timeout: "30s", synchronous_commit: "off" } });
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

test("a statement that exceeds the timeout is cancelled, and the connection stays usable", async () => {
  const pool = openPool({ max: 1, settings: { statement_timeout: "20ms" } });
  await expect(pool.query("SELECT pg_sleep(10)")).rejects.toMatchObject({ code: "57014" });
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
