import { createRateLimiter, tooMany } from "@/lib/db/rate-limiter";
import { siteOf } from "@/lib/ip";

/** Wrong passwords for a shared page, by one client and by all. */
export const MAX_WRONG_BY_CLIENT = 10;
const MAX_WRONG = 100;
const CLIENT_WINDOW_SECONDS = 15 * 60;
const WINDOW_SECONDS = 60 * 60;

const byClient = createRateLimiter("share-password-client", CLIENT_WINDOW_SECONDS);
const byShare = createRateLimiter("share-password", WINDOW_SECONDS);
const MESSAGE = tooMany("wrong passwords");

/**
 * Counts an attempt to enter a password. The client's own limit comes first, so a single client cannot lock others out.
 *
 * @returns a function that undoes it, for the right password
 * @throws AppError rate_limited
 */
export async function countPasswordAttempt(shareId: string, ip: string | null): Promise<() => Promise<void>> {
  const client = `${shareId} ${siteOf(ip)}`;
  await byClient.consume(client, MAX_WRONG_BY_CLIENT, MESSAGE);
  await byShare.consume(shareId, MAX_WRONG, MESSAGE);
  return async () => {
    await Promise.all([byClient.giveBack(client), byShare.giveBack(shareId)]);
  };
}
