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
  const [user] = await tx.$queryRaw<{ url_limit: number }[]>`
    SELECT url_limit FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const limit = user?.url_limit ?? 0;
  const active = await tx.shortUrl.count({ where: { createdById: userId, status: "active" } });
  if (active >= limit) {
    throw new AppError("url_limit_reached", `URL limit reached: at most ${plural(limit, "active URL")} at a time`);
  }
}
