import type { ClientBase } from "pg";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";

/** Whose links are counted, and how many of them may be active. */
export type Limited = { id: string; urlLimit: number };

/**
 * How many active short URLs a user has. True to the end of the transaction where a statement before
 * locked the user's row, so that of several at once only as many get through as are left.
 *
 * @param userId an expression
 */
export function activeUrlsOf(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT count(*) FROM short_urls WHERE created_by_id = ${userId} AND status = 'active')`;
}

/** Whether a user whose row is locked may have one more active short URL. */
export async function hasRoom(client: ClientBase, { id, urlLimit }: Limited): Promise<boolean> {
  const { text, values } = Prisma.sql`SELECT ${isBelowUrlLimit({ id, urlLimit })} AS "hasRoom"`;
  const { rows } = await client.query<{ hasRoom: boolean }>(text, values);
  return rows[0]?.hasRoom ?? false;
}

function isBelowUrlLimit({ id, urlLimit }: Limited): Prisma.Sql {
  return Prisma.sql`${activeUrlsOf(Prisma.sql`${id}::uuid`)} < ${urlLimit}`;
}

export function urlLimitReached({ urlLimit }: Limited): AppError {
  return new AppError("url_limit_reached", `URL limit reached: at most ${plural(urlLimit, "active URL")} at a time`);
}

/**
 * Asserts that a link may be active from now on. Whether it is already is read under the lock: it may
 * have been paused, and another made in its place, a moment ago. A link without a creator has no limit.
 *
 * @throws AppError url_limit_reached
 */
export async function assertMayBeActive(
  tx: Transaction,
  url: { id: string; createdById: string | null },
): Promise<void> {
  if (url.createdById === null) return;
  const [creator] = await tx.$queryRaw<Limited[]>`
    SELECT id, url_limit AS "urlLimit" FROM users WHERE id = ${url.createdById}::uuid FOR UPDATE`;
  if (!creator) throw new Error(`short URL ${url.id} has no creator`);
  const [row] = await tx.$queryRaw<{ mayBe: boolean }[]>`
    SELECT status = 'active' OR ${isBelowUrlLimit(creator)} AS "mayBe" FROM short_urls WHERE id = ${url.id}::uuid`;
  if (!row?.mayBe) throw urlLimitReached(creator);
}
