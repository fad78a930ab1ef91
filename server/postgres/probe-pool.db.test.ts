import { env } from "@/lib/env";
import { until } from "@/lib/testing/until";
import { openProbePool } from "@/server/postgres/probe-pool";

test("a connection that is always in use is replaced", async () => {
  const pool = openProbePool(env().DATABASE_URL ?? "", { timeoutMs: 60_000, idleTimeoutMillis: 300 });
  const pidOf = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
  const first = await pidOf();
  await until(async () => (await pidOf()) !== first);
  await pool.end();
});
