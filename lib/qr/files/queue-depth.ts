import type pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";

/** The number of codes not rendered yet, and the age in seconds of the oldest file that contains some. */
export async function readQrFileQueue(pool: pg.Pool): Promise<{ waiting: number; oldestDueSeconds: number }> {
  const [row] = await queryRows<{ waiting: number; oldest: number | null }>(
    pool,
    sql`SELECT coalesce(sum(codes), 0)::int AS waiting, extract(epoch FROM now() - min(created_at))::float8 AS oldest
        FROM qr_files JOIN (
          SELECT file_id, count(*) AS codes FROM qr_file_items WHERE bytes IS NULL GROUP BY file_id
        ) AS waiting ON file_id = id
        WHERE failure IS NULL`,
  );
  return { waiting: row?.waiting ?? 0, oldestDueSeconds: row?.oldest ?? 0 };
}
