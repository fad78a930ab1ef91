import { randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { clientHash } from "@/lib/redirect/client-hash";
import { type ClientLimit, createClientLimiter } from "@/lib/redirect/client-limiter";

/**
 * The pages, the call that enters a password, which for wrong ones also has its own limit
 * (lib/shares/password-limits.ts), and public QR codes.
 */
const SHARED = /^\/analytics\/shared\/|^\/api\/analytics\/shared\/?$|^\/[^/]+\.qr\/?$/i;
/** Enough for an office behind one address. */
const LIMIT: ClientLimit = { perSecond: 2, burst: 120 };
const RETRY_AFTER_SECONDS = 5;
const MAX_SEED = 2 ** 32;

/**
 * Limits how often a client opens shared pages, enters their passwords or asks for public QR codes, which anyone may try: with a fixed amount of memory, per process.
 *
 * @returns the refusal of a request over the limit, else null
 */
export function createSharedPageLimit(limit = LIMIT): (request: IncomingMessage, now?: number) => AppError | null {
  const limiter = createClientLimiter(limit);
  const seed = randomInt(MAX_SEED);
  return ({ url = "/", headers }, now = Date.now()) => {
    if (!SHARED.test(pathOf(url))) return null;
    const ip = headers[CLIENT_IP_HEADER]?.toString() ?? null;
    if (limiter.take(clientHash(ip, seed), now)) return null;
    const message = "Too many requests. Please try again in a few seconds.";
    return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
  };
}

/** Decoded, as Next's router compares it. */
function pathOf(url: string): string {
  const [path = ""] = url.split("?", 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
