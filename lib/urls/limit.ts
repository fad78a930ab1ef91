import { plainArray } from "@/lib/db/arrays";
import { execute, queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { activeUrlsOf } from "@/lib/users/url-use";

/** A user and their maximum number of active links. */
export type Limited = { id: string; urlLimit: number };

/** Limits and numbers of active links of users. */
export type UrlQuotas = Map<string, Limited & { active: number }>;

/**
 * Locks users, in the order of their ids, until the transaction ends, so that the numbers stay correct. NO KEY: a
 * transaction that has locked a link may insert rows that refer to its creator, such as shared pages, and must not wait
 * for this lock.
 */
export async function lockUrlQuotas(client: SqlClient, userIds: Iterable<string>): Promise<UrlQuotas> {
  const ids = plainArray([...userIds]);
  await execute(client, sql`SELECT FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const rows = await queryRows<Limited & { active: number }>(
    client,
    sql`SELECT id, url_limit AS "urlLimit", ${activeUrlsOf(sql`users.id`)}::int AS active FROM users
        WHERE id = ANY (${ids}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Counts a link that becomes active. Links without a creator are not limited.
 *
 * @throws AppError url_limit_reached
 */
export function consumeUrlQuota(
  quotas: UrlQuotas,
  { id, createdById }: { id: string; createdById: string | null },
): void {
  if (createdById === null) return;
  const quota = quotas.get(createdById);
  if (!quota) throw new Error(`creator of short URL ${id} is not locked`);
  if (quota.active >= quota.urlLimit) {
    const message = `URL limit reached: maximum ${plural(quota.urlLimit, "active URL")}`;
    throw new AppError("url_limit_reached", message);
  }
  quota.active++;
}
