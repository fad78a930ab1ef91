import type { Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";

/**
 * Asserts that a user may have one more active short URL. The user's row stays locked until the
 * transaction ends, so that of several at once only as many get through as are left.
 *
 * @throws AppError url_limit_reached
 */
export async function assertBelowUrlLimit(tx: Transaction, userId: string): Promise<void> {
  const limit = await lockUrlLimit(tx, userId);
  const active = await tx.shortUrl.count({ where: { createdById: userId, status: "active" } });
  if (active >= limit) {
    throw new AppError("url_limit_reached", `URL limit reached: at most ${plural(limit, "active URL")} at a time`);
  }
}

/**
 * The same for a link that is to be active from now on. Whether it is already is read under the
 * lock: it may have been paused, and another made in its place, a moment ago.
 *
 * @throws AppError url_limit_reached
 */
export async function assertMayBeActive(tx: Transaction, url: { id: string; createdById: string }): Promise<void> {
  await lockUrlLimit(tx, url.createdById);
  const { status } = await tx.shortUrl.findUniqueOrThrow({ where: { id: url.id }, select: { status: true } });
  if (status !== "active") await assertBelowUrlLimit(tx, url.createdById);
}

async function lockUrlLimit(tx: Transaction, userId: string): Promise<number> {
  const [user] = await tx.$queryRaw<{ url_limit: number }[]>`
    SELECT url_limit FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  return user?.url_limit ?? 0;
}
