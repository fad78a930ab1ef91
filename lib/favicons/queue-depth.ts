import type pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";

/** The number of hosts whose favicon is due, and for how many seconds the oldest one has been due. */
export async function readFaviconQueue(pool: pg.Pool): Promise<{ waiting: number; oldestDueSeconds: number }> {
  const [row] = await queryRows<{ waiting: number; oldest: number | null }>(
    pool,
    sql`SELECT count(*)::int AS waiting, extract(epoch FROM now() - min(due_at))::float8 AS oldest
        FROM favicons WHERE due_at <= now()`,
  );
  return { waiting: row?.waiting ?? 0, oldestDueSeconds: row?.oldest ?? 0 };
}
