import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const IP_WINDOW_SECONDS = 60 * 60;

let limiters: { byAddress: RateLimiterPostgres; byIp: RateLimiterPostgres } | undefined;

/**
 * Counts one request for a sign-in link, for known and unknown addresses alike.
 *
 * @throws AppError rate_limited when the address or the client has had its share
 */
export async function consumeSignInRequest(email: string, ip: string | null): Promise<void> {
  const { byAddress, byIp } = getLimiters();
  if (ip) await consume(byIp, ip);
  await consume(byAddress, email);
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    throw new AppError("rate_limited", `Too many sign-in requests. Please try again in ${wait}.`, undefined, seconds);
  }
}

function getLimiters() {
  limiters ??= {
    byAddress: createLimiter("signin-address", env().SIGNIN_LIMIT_ADDRESS, ADDRESS_WINDOW_SECONDS),
    byIp: createLimiter("signin-ip", env().SIGNIN_LIMIT_IP, IP_WINDOW_SECONDS),
  };
  return limiters;
}

function createLimiter(keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool(),
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });
}
