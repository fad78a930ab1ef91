import { assertNoWait, createRateLimiter, type RateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { clientOf, siteOf } from "@/lib/ip";

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const IP_WINDOW_SECONDS = 60 * 60;
/** How many clients can exhaust their own limit for an address before it is limited for everyone. */
const CLIENTS_PER_ADDRESS = 10;
/** Without a front the client address is unknown, and all requests count as one client. */
const UNKNOWN_CLIENT = "unknown";

let limiters: { byIp: RateLimiter; byAddressAndClient: RateLimiter; byAddress: RateLimiter } | undefined;

/**
 * Counts a sign-in request, for known and unknown addresses alike. The client's own limits come first, and a refused
 * request is not counted further, so a single client cannot exhaust an address's shared limit.
 *
 * @throws AppError rate_limited
 */
export async function consumeSignInRequest(email: string, ip: string | null): Promise<void> {
  limiters ??= createLimiters();
  if (ip) assertNoWait(await limiters.byIp.consume(clientOf(ip)), "sign-in requests");
  const client = ip ? siteOf(ip) : UNKNOWN_CLIENT;
  assertNoWait(await limiters.byAddressAndClient.consume(`${email} ${client}`), "sign-in requests");
  assertNoWait(await limiters.byAddress.consume(email), "sign-in requests");
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
