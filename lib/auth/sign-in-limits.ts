import { createRateLimiter, type RateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { clientOf } from "@/lib/ip-address";

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const IP_WINDOW_SECONDS = 60 * 60;

let limiters: { byAddress: RateLimiter; byIp: RateLimiter } | undefined;

/**
 * Counts one request for a sign-in link, for known and unknown addresses alike.
 *
 * @throws AppError rate_limited when the address or the client has had its share
 */
export async function consumeSignInRequest(email: string, ip: string | null): Promise<void> {
  limiters ??= {
    byAddress: createRateLimiter("signin-address", env().SIGNIN_LIMIT_ADDRESS, ADDRESS_WINDOW_SECONDS),
    byIp: createRateLimiter("signin-ip", env().SIGNIN_LIMIT_IP, IP_WINDOW_SECONDS),
  };
  if (ip) assertNoWait(await limiters.byIp.consume(clientOf(ip)));
  assertNoWait(await limiters.byAddress.consume(email));
}

function assertNoWait(seconds: number): void {
  if (seconds === 0) return;
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  throw new AppError("rate_limited", `Too many sign-in requests. Please try again in ${wait}.`, undefined, seconds);
}
