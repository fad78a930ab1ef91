import { HOSTNAME_MAX_LENGTH } from "@/lib/base-url";
import { SITES } from "@/lib/clicks/sites";
import { parseUrl } from "@/lib/parse-url";

const HOST_OF_ALIAS = new Map(SITES.flatMap(({ host, aliases }) => aliases.map((alias) => [alias, host])));

/** google.at, google.co.uk, google.com.br: all counted as one site. */
const COUNTRY_OF_GOOGLE = /^google\.(?:com?\.)?[a-z]{2}$/;

/**
 * The site that a visitor came from: its host in lower case and punycode, without "www.", with all names of a site
 * merged into one. Apps are sites too.
 *
 * @param referer the header (RFC 9110, section 10.1.3)
 * @param appHost site of the in-app browser, for visits without the header
 * @param ownHosts hosts of this installation, which count as direct visits
 * @returns null for a direct visit
 */
export function referrerHostOf(
  referer: string | null,
  appHost: string | null,
  ownHosts: ReadonlySet<string>,
): string | null {
  const host = referer ? hostOf(referer) : null;
  if (host === null) return appHost;
  return ownHosts.has(host) ? null : (HOST_OF_ALIAS.get(host) ?? (COUNTRY_OF_GOOGLE.test(host) ? "google.com" : host));
}

/**
 * The stored part of the header. For this installation's own pages that is only the site, as their URLs may be secret.
 */
export function storedReferer(referer: string | null, ownHosts: ReadonlySet<string>): string | null {
  const host = referer ? hostOf(referer) : null;
  if (!referer || host === null || !ownHosts.has(host)) return referer;
  const { protocol, host: hostAndPort } = new URL(referer);
  return `${protocol}//${hostAndPort}/`;
}

const SCHEMES = new Set(["http:", "https:", "android-app:", "ios-app:"]);

/** Returns null when the text is not the address of a page or an app. */
export function hostOf(address: string): string | null {
  const { protocol = "", hostname = "" } = parseUrl(address) ?? {};
  if (!SCHEMES.has(protocol)) return null;
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\./, "");
  return host === "" || host.length > HOSTNAME_MAX_LENGTH ? null : host;
}
