import type pg from "pg";
import { until } from "@/lib/testing/until";

/**
 * Resolves when this many connections to the client's database wait for locks of other connections. Other databases of
 * the server don't count: tests use them at the same time.
 */
export async function untilBlocked(client: pg.Pool | pg.ClientBase, count = 1): Promise<void> {
  const blocked = async () => {
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
    );
    return rowCount ?? 0;
  };
  await until(async () => (await blocked()) >= count);
}
