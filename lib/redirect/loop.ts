import { parseUrl } from "@/lib/parse-url";
import type { Link } from "@/lib/redirect/links";
import { matchShortUrl } from "@/lib/redirect/visit";

/** A destination with one path segment, like a short URL. The app treats "//" as "/". */
const ONE_SEGMENT = /^https?:\/\/[^/?#]+\/+[^/?#]+\/*(?:[?#]|$)/;
/** A longer chain of links on one host counts as a loop. */
const MAX_HOPS = 5;

/**
 * The host name of a destination that would be a short URL if the host were ours, without port and trailing dot
 * (RFC 1034, section 3.1); undefined for all other destinations.
 */
export function codeHostOf(destination: string): string | undefined {
  if (!ONE_SEGMENT.test(destination) || keyOf(destination) === undefined) return undefined;
  return parseUrl(destination)?.hostname.replace(/\.$/, "");
}

/** Whether a link visited at this Host (RFC 9110, section 7.2) leads to a short code of the same host, on any port. */
export function staysOnHost(link: Link, host: string | undefined): boolean {
  const { codeHost } = link;
  const own = host?.toLowerCase();
  if (codeHost === undefined || !own?.startsWith(codeHost)) return false;
  return /^\.?(?::\d+)?$/.test(own.slice(codeHost.length));
}

/**
 * Whether following a link for which `staysOnHost` holds leads back to a code visited before.
 *
 * @param key the link's code in lower case
 * @param find a link of the chain by its key; the chain ends where it rejects
 */
export async function isLoop(
  link: Link,
  key: string,
  host: string | undefined,
  find: (key: string) => Promise<Link | null> | Link | null,
): Promise<boolean> {
  const seen = new Set([key]);
  let at: Link | null = link;
  try {
    while (at?.status === "active" && staysOnHost(at, host)) {
      const next = keyOf(at.destination);
      if (next === undefined) return false;
      if (seen.has(next) || seen.size > MAX_HOPS) return true;
      seen.add(next);
      at = await find(next);
    }
  } catch {
    // The database is down: redirect.
  }
  return false;
}

function keyOf(destination: string): string | undefined {
  const path = parseUrl(destination)?.pathname.replace(/\/{2,}/g, "/");
  return path === undefined ? undefined : matchShortUrl(path)?.key;
}
