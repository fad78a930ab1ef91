import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";

/**
 * SQL expression for a user's number of active links, which count against their limit. Lock the user's row before
 * evaluating it, so that concurrent transactions cannot exceed the limit.
 *
 * @param userId an SQL expression
 */
export function activeUrlsOf(userId: Sql): Sql {
  return sql`(SELECT count(*) FROM short_urls WHERE created_by_id = ${userId} AND status = 'active')`;
}

/** The number of a user's active links. */
export async function countActiveUrls(userId: string): Promise<number> {
  const count = activeUrlsOf(sql`${userId}::uuid`);
  const [row] = await queryRows<{ active: number }>(pool(), sql`SELECT ${count}::int AS active`);
  return row?.active ?? 0;
}
