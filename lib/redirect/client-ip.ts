import { BlockList, isIP } from "node:net";
import { parseIpRange } from "@/lib/ip-range";

export type ClientIpRule = (peer: string | undefined, forwardedFor: string | undefined) => string | null;

/**
 * Makes the rule by which a client's address is known: the socket's peer, unless that is a trusted
 * proxy; then the rightmost address of X-Forwarded-For that is none. What stands left of it could
 * have been written by anybody.
 *
 * @param trusted addresses and CIDR ranges
 * @throws Error when one is neither
 */
export function createClientIpRule(trusted: string[]): ClientIpRule {
  const isTrusted = createTrust(trusted);
  return (peer, forwardedFor) => {
    const socketAddress = plainAddress(peer ?? "");
    if (!socketAddress) return null;
    if (!forwardedFor || !isTrusted(socketAddress)) return socketAddress;
    let client = socketAddress;
    for (const item of forwardedFor.split(",").reverse()) {
      const address = plainAddress(item.trim());
      if (!address) return client;
      client = address;
      if (!isTrusted(address)) return client;
    }
    return client;
  };
}

export type CountryRule = (peer: string | undefined, country: string | undefined) => string | null;

/**
 * Makes the rule by which a proxy's word on the visitor's country is taken: from a trusted one only,
 * as ISO 3166-1 alpha-2.
 *
 * @throws Error when one of `trusted` is neither an address nor a CIDR range
 */
export function createCountryRule(trusted: string[]): CountryRule {
  const isTrusted = createTrust(trusted);
  return (peer, country) => {
    if (!country || !/^[A-Za-z]{2}$/.test(country)) return null;
    const socketAddress = plainAddress(peer ?? "");
    return socketAddress && isTrusted(socketAddress) ? country.toUpperCase() : null;
  };
}

function createTrust(trusted: string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const item of trusted) addTo(proxies, item);
  return (address) => proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address mapped into IPv6 (RFC 4291, section 2.5.5.2) as IPv4; "" where it is no address. */
function plainAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(plain) ? plain : "";
}

function addTo(list: BlockList, item: string): void {
  const range = parseIpRange(item);
  if (!range) throw new Error(`TRUSTED_PROXIES: "${item}" is no address and no CIDR range`);
  list.addSubnet(range.address, range.prefix, range.family);
}
