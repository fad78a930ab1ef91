import { isIP, isIPv6 } from "node:net";

const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/i;

/**
 * The name with which Hop introduces itself to mail servers (EHLO; RFC 5321, section 4.1.4): the host of the base URL or
 * the sender's domain, whichever is a complete domain, or else the host's IP address. Some servers refuse the default, a
 * container's `[127.0.0.1]`.
 *
 * @returns undefined if there is none
 */
export function clientNameOf(baseUrl: string, from: string): string | undefined {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$|\.$/g, "");
  const domains = [host, domainOf(from)].filter(isCompleteDomain);
  return domains[0] ?? (isIP(host) ? addressLiteral(host) : undefined);
}

/** Whether a host can have mail signed in its name: a domain with a dot, not an IP address. */
export function isCompleteDomain(host: string): boolean {
  return DOMAIN.test(host) && !isIP(host);
}

/** What follows the @ of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** RFC 5321, section 4.1.3. */
function addressLiteral(address: string): string {
  return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
}
