import { plainArray } from "@/lib/db/arrays";
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

/** Returns how many active links each of these users has, by id. */
export async function countActiveUrls(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; active: number }>(
    pool(),
    sql`
      SELECT id, ${activeUrlsOf(sql`users.id`)}::int AS active FROM users
      WHERE id = ANY (${plainArray([...userIds])}::uuid[])`,
  );
  return new Map(rows.map(({ id, active }) => [id, active]));
}
