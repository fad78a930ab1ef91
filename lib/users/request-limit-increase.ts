import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/queue";
import { hasMailServer } from "@/lib/settings/queries";

export const REQUEST_SENT = "Your request has been sent to support. You'll hear back within 24 hours.";
export const REQUEST_PENDING = "You've already sent a request. You'll hear back within 24 hours of sending it.";
export const NO_MAIL_SERVER = "No mail server is set up. Ask your administrator to raise your limit.";
const DAY_IN_SECONDS = 24 * 60 * 60;

const limiter = createRateLimiter("limit-increase", DAY_IN_SECONDS);

/**
 * Emails the administrators a request for a higher URL limit, at most once a day per user.
 *
 * @throws AppError conflict without a mail server, rate_limited
 */
export async function requestLimitIncrease(actor: Actor): Promise<{ message: string }> {
  if (!(await hasMailServer())) throw new AppError("conflict", NO_MAIL_SERVER);
  await limiter.consume(actor.id, 1, REQUEST_PENDING);
  try {
    const { urlLimit } = await prisma().user.findUniqueOrThrow({ where: { id: actor.id }, select: { urlLimit: true } });
    await enqueue("limit-increase-request", { userId: actor.id, urlLimit });
  } catch (error) {
    // Otherwise a second attempt would be told that the request had been sent. If this fails too, the first error counts.
    await limiter.giveBack(actor.id).catch(() => undefined);
    throw error;
  }
  return { message: REQUEST_SENT };
}
