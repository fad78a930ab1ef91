import { parseUrl } from "@/lib/parse-url";

/** Why a text is not a valid base URL; null if it is not an http or https URL at all. */
type BaseUrlRefusal = { reason: string | null };

/** RFC 1035, section 2.3.4, without a trailing dot. */
export const HOSTNAME_MAX_LENGTH = 253;

/** A host name, IPv4 address or bracketed IPv6 address as serialised by WHATWG URL. */
export const HOSTNAME =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * Parses a base URL into its stored form: the origin, without a trailing slash. Hop is served at the root of its
 * host.
 */
export function parseBaseUrl(text: string): { value: string } | BaseUrlRefusal {
  if (/[\s\p{Cc}\\]/u.test(text)) return { reason: null };
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (!url || !HOSTNAME.test(url.hostname)) return { reason: null };
  if (url.username || url.password) return { reason: "a user name or password is not allowed" };
  if (url.href.includes("#")) return { reason: "a fragment is not allowed" };
  if (url.href.includes("?")) return { reason: "a query is not allowed" };
  if (/[^/]/.test(url.pathname)) return { reason: "a path is not allowed" };
  return { value: url.origin };
}

/**
 * The usable part of a stored base URL. Earlier versions allowed a path, which is ignored.
 *
 * @returns undefined if nothing is usable
 */
export function usableBaseUrl(stored: string): string | undefined {
  const parsed = parseBaseUrl(stored);
  if ("value" in parsed) return parsed.value;
  return parsed.reason === null ? undefined : parseUrl(stored)?.origin;
}
