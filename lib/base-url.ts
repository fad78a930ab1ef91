import { parseUrl } from "@/lib/parse-url";

/** Why a text is no base URL; null: it is no URL of http or https at all. */
export type BaseUrlRefusal = { reason: string | null };

/** A host name, an IPv4 address or an IPv6 address in brackets, as WHATWG URLs have them. */
export const HOSTNAME =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * A base URL as it is stored: scheme, host and port, as WHATWG writes them, without a slash at the end.
 * Short codes are appended to it, and Hop is served at the root of its host.
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
 * What of a stored base URL can be used: one that an earlier version stored counts up to its path.
 *
 * @returns undefined where there is nothing to use
 */
export function usableBaseUrl(stored: string): string | undefined {
  const parsed = parseBaseUrl(stored);
  if ("value" in parsed) return parsed.value;
  return parsed.reason === null ? undefined : parseUrl(stored)?.origin;
}
