import { plainArray } from "@/lib/db/arrays";
import type { Transaction } from "@/lib/db/prisma";
import { execute, queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { activeUrlsOf } from "@/lib/users/url-use";

/** A user and their maximum number of active links. */
export type Limited = { id: string; urlLimit: number };

function urlLimitReached({ urlLimit }: Limited): AppError {
  return new AppError("url_limit_reached", `URL limit reached: maximum ${plural(urlLimit, "active URL")}`);
}

/**
 * Asserts that a link may become or stay active. Its status is read under the lock, as it may have been paused and
 * replaced concurrently. Links without a creator are not limited. NO KEY: a transaction that has locked the link may
 * insert rows that refer to its creator, such as shared pages, and must not wait for this lock.
 *
 * @throws AppError url_limit_reached
 */
export async function assertMayBeActive(
  tx: Transaction,
  url: { id: string; createdById: string | null },
): Promise<void> {
  if (url.createdById === null) return;
  const [creator] = await queryRows<Limited>(
    tx,
    sql`SELECT id, url_limit AS "urlLimit" FROM users WHERE id = ${url.createdById}::uuid FOR NO KEY UPDATE`,
  );
  if (!creator) throw new Error(`creator of short URL ${url.id} not found`);
  const [row] = await queryRows<{ mayBe: boolean }>(
    tx,
    sql`
      SELECT status = 'active' OR ${activeUrlsOf(sql`${creator.id}::uuid`)} < ${creator.urlLimit} AS "mayBe"
      FROM short_urls WHERE id = ${url.id}::uuid`,
  );
  if (!row?.mayBe) throw urlLimitReached(creator);
}

/** Limits and numbers of active links of users. */
export type UrlQuotas = Map<string, Limited & { active: number }>;

/**
 * Locks users, in the order of their ids, until the transaction ends, so that the numbers stay correct. NO KEY as in
 * `assertMayBeActive`.
 */
export async function lockUrlQuotas(tx: SqlClient, userIds: Iterable<string>): Promise<UrlQuotas> {
  const ids = plainArray([...userIds]);
  await execute(tx, sql`SELECT FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const rows = await queryRows<Limited & { active: number }>(
    tx,
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
  if (quota.active >= quota.urlLimit) throw urlLimitReached(quota);
  quota.active++;
}
