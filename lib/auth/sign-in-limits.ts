import { createRateLimiter, tooMany } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { clientOf, siteOf } from "@/lib/ip";

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const IP_WINDOW_SECONDS = 60 * 60;
/** How many clients can exhaust their own limit for an address before it is limited for everyone. */
const CLIENTS_PER_ADDRESS = 10;

const byIp = createRateLimiter("signin-ip", IP_WINDOW_SECONDS);
const byAddressAndClient = createRateLimiter("signin-address-client", ADDRESS_WINDOW_SECONDS);
const byAddress = createRateLimiter("signin-address", ADDRESS_WINDOW_SECONDS);
const MESSAGE = tooMany("sign-in requests");

/**
 * Counts a sign-in request, for known and unknown addresses alike. The client's own limits come first, and a refused
 * request is not counted further, so a single client cannot exhaust an address's shared limit.
 *
 * @throws AppError rate_limited
 */
export async function consumeSignInRequest(email: string, ip: string | null): Promise<void> {
  const { SIGNIN_LIMIT_IP, SIGNIN_LIMIT_ADDRESS, SIGNIN_LIMIT_ADDRESS_TOTAL } = env();
  if (ip) await byIp.consume(clientOf(ip), SIGNIN_LIMIT_IP, MESSAGE);
  await byAddressAndClient.consume(`${email} ${siteOf(ip)}`, SIGNIN_LIMIT_ADDRESS, MESSAGE);
  await byAddress.consume(email, SIGNIN_LIMIT_ADDRESS_TOTAL ?? SIGNIN_LIMIT_ADDRESS * CLIENTS_PER_ADDRESS, MESSAGE);
}
