import type { IncomingMessage } from "node:http";
import type { AppError } from "@/lib/errors";
import { parseUrl } from "@/lib/parse-url";
import { type ClientLimit, createClientLimiter } from "@/lib/redirect/client-limiter";
import { clientKey, tooManyRequests } from "@/server/front/client-key";

/**
 * The shared pages, public QR codes, and the call that submits a password, which also has its own limit for wrong
 * passwords (lib/shares/password-limits.ts).
 */
const SHARED = /^\/analytics\/shared\/|^\/api\/analytics\/shared\/?$|^\/[^/]+\.qr\/?$/i;
/** Enough for an office behind one address. */
const LIMIT: ClientLimit = { perSecond: 2, burst: 120 };

/**
 * Limits how often a client opens shared pages, enters their passwords or asks for public QR codes, which anyone may
 * try. Per process, with a fixed amount of memory.
 *
 * @returns the refusal of a request over the limit, else null
 */
export function createSharedPageLimit(limit = LIMIT): (request: IncomingMessage) => AppError | null {
  const limiter = createClientLimiter(limit);
  return (request) => {
    if (!SHARED.test(pathOf(request.url ?? "/")) || limiter.take(clientKey(request), Date.now())) return null;
    return tooManyRequests();
  };
}

/** Next decodes the segments of a path that are parameters twice. */
const MAX_DECODED = 2;

/** The path as Next's router resolves and decodes it. */
function pathOf(url: string): string {
  let path = parseUrl(`http://localhost${url}`)?.pathname ?? url;
  try {
    for (let decoded = 0; decoded < MAX_DECODED; decoded++) path = decodeURIComponent(path);
  } catch {
    // What is left is not encoded.
  }
  return path;
}
