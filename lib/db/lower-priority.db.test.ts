import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { lowerBackendPriority, lowerPriority } from "@/lib/db/lower-priority";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { until } from "@/lib/testing/until";

const NICENESS = 7;

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("the Postgres process of a connection yields the processor", async () => {
  const client = await pool().connect();
  try {
    const [row] = await queryRows<{ pid: number }>(client, sql`SELECT pg_backend_pid() AS pid`);
    const pid = row?.pid ?? 0;
    const group = `/proc/${pid}/autogroup`;
    const isLow = () =>
      getPriority(pid) === NICENESS && (!existsSync(group) || /nice 7\b/.test(readFileSync(group, "utf8")));
    expect(isLow()).toBe(false);
    await lowerBackendPriority(client, NICENESS);
    await until(isLow);
  } finally {
    // Later users of the pool must not get this connection.
    client.release(true);
  }
});

onLinux("another process with the same id keeps its priority", async () => {
  const before = getPriority(process.pid);
  await lowerPriority({ pid: process.pid, user: "hop", database: "hop" }, before + 1);
  expect(getPriority(process.pid)).toBe(before);
});
