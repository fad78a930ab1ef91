import { parseUrl } from "@/lib/parse-url";
import type { Link } from "@/lib/redirect/links";
import { parseTarget } from "@/lib/redirect/target";

/** A destination with one segment in its path, as a short URL has; the app takes "//" for "/". */
const ONE_SEGMENT = /^https?:\/\/[^/?#]+\/+[^/?#]+\/*(?:[?#]|$)/;
/** A longer chain of links on one host is taken for a loop. */
const MAX_HOPS = 5;

/**
 * The host name of a destination that is a short URL if that host is ours, without the port and the
 * dot that may end it (RFC 1034, section 3.1); undefined for all other destinations.
 */
export function codeHostOf(destination: string): string | undefined {
  if (!ONE_SEGMENT.test(destination) || keyOf(destination) === undefined) return undefined;
  return parseUrl(destination)?.hostname.replace(/\.$/, "");
}

/** Whether a link that is visited at this Host (RFC 9110, section 7.2) leads to a short code of the same host, at any port. */
export function staysOnHost(link: Link, host: string | undefined): boolean {
  const { codeHost } = link;
  const own = host?.toLowerCase();
  if (codeHost === undefined || !own?.startsWith(codeHost)) return false;
  return /^\.?(?::\d+)?$/.test(own.slice(codeHost.length));
}

/**
 * Whether following a link for which `staysOnHost` comes back to a code that was visited before.
 *
 * @param key of the link
 * @param find a link of the chain by its key; where it rejects, the chain is taken to end
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
    // The database is away: a known link leads on.
  }
  return false;
}

function keyOf(destination: string): string | undefined {
  const path = parseUrl(destination)?.pathname.replace(/\/{2,}/g, "/");
  return path === undefined ? undefined : parseTarget(path)?.key;
}
