import { queryRows, type SqlClient, sql } from "@/lib/db/sql";

/** The database's clock, which is the same for all machines, in milliseconds since the epoch. */
export async function readClock(db: SqlClient): Promise<number> {
  const [row] = await queryRows<{ at: string }>(db, sql`SELECT (extract(epoch FROM now()) * 1000)::bigint AS at`);
  return Number(row?.at);
}
