import { assertNoWait, createRateLimiter, type RateLimiter } from "@/lib/db/rate-limiter";
import { siteOf } from "@/lib/ip";

/** Wrong passwords for a shared page, by one client and by all. */
export const MAX_WRONG_BY_CLIENT = 10;
export const MAX_WRONG = 100;
const CLIENT_WINDOW_SECONDS = 15 * 60;
const WINDOW_SECONDS = 60 * 60;
/** Without a front the client address is unknown, and all requests count as one client. */
const UNKNOWN_CLIENT = "unknown";

let limiters: { byClient: RateLimiter; byShare: RateLimiter } | undefined;

/**
 * Counts an attempt to enter a password. The client's own limit comes first, so a single client cannot lock others out.
 *
 * @returns a function that undoes it, for the right password
 * @throws AppError rate_limited
 */
export async function countPasswordAttempt(shareId: string, ip: string | null): Promise<() => Promise<void>> {
  limiters ??= {
    byClient: createRateLimiter("share-password-client", MAX_WRONG_BY_CLIENT, CLIENT_WINDOW_SECONDS),
    byShare: createRateLimiter("share-password", MAX_WRONG, WINDOW_SECONDS),
  };
  const { byClient, byShare } = limiters;
  const client = `${shareId} ${ip ? siteOf(ip) : UNKNOWN_CLIENT}`;
  assertNoWait(await byClient.consume(client), "wrong passwords");
  assertNoWait(await byShare.consume(shareId), "wrong passwords");
  return async () => {
    await Promise.all([byClient.giveBack(client), byShare.giveBack(shareId)]);
  };
}
