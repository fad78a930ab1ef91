import { createRateLimiter, type RateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { clientOf } from "@/lib/ip-address";

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const IP_WINDOW_SECONDS = 60 * 60;
/** How many clients may use up their own limit for one address before the address is limited for all. */
const CLIENTS_PER_ADDRESS = 10;
/** Without a front there is no client address: all such requests count as one client. */
const UNKNOWN_CLIENT = "unknown";

let limiters: { byIp: RateLimiter; byAddressAndClient: RateLimiter; byAddress: RateLimiter } | undefined;

/**
 * Counts one request for a sign-in link, for known and unknown addresses alike. The limits that only
 * the client itself can use up are counted first, and a refused request counts no further: so one
 * client cannot use up the limit that all clients share for an address.
 *
 * @throws AppError rate_limited when the client, or the address, is over a limit
 */
export async function consumeSignInRequest(email: string, ip: string | null): Promise<void> {
  limiters ??= createLimiters();
  const client = ip ? clientOf(ip) : UNKNOWN_CLIENT;
  if (ip) assertNoWait(await limiters.byIp.consume(client));
  assertNoWait(await limiters.byAddressAndClient.consume(`${email} ${client}`));
  assertNoWait(await limiters.byAddress.consume(email));
}

function createLimiters() {
  const { SIGNIN_LIMIT_IP, SIGNIN_LIMIT_ADDRESS, SIGNIN_LIMIT_ADDRESS_TOTAL } = env();
  const total = SIGNIN_LIMIT_ADDRESS_TOTAL ?? SIGNIN_LIMIT_ADDRESS * CLIENTS_PER_ADDRESS;
  return {
    byIp: createRateLimiter("signin-ip", SIGNIN_LIMIT_IP, IP_WINDOW_SECONDS),
    byAddressAndClient: createRateLimiter("signin-address-client", SIGNIN_LIMIT_ADDRESS, ADDRESS_WINDOW_SECONDS),
    byAddress: createRateLimiter("signin-address", total, ADDRESS_WINDOW_SECONDS),
  };
}

function assertNoWait(seconds: number): void {
  if (seconds === 0) return;
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  throw new AppError("rate_limited", `Too many sign-in requests. Please try again in ${wait}.`, undefined, seconds);
}
