import { BlockList, isIP } from "node:net";
import { parseIpRange, parseIpv4 } from "@/lib/ip";

export type ClientIpRule = (peer: string | undefined, forwardedFor: string | undefined) => string | null;

/**
 * Returns a function that finds the address of a client: that of the socket, unless it is a trusted proxy; then the
 * rightmost address in X-Forwarded-For that is not one. Anything left of it could be forged.
 *
 * @param trusted addresses and CIDR ranges
 * @param onUntrusted called once, with the first peer that sends the header without being trusted
 * @throws Error when one of `trusted` is neither an address nor a range
 */
export function createClientIpRule(trusted: string[], onUntrusted?: (peer: string) => void): ClientIpRule {
  const isTrusted = createTrust(trusted);
  let isReported = false;
  return (peer, forwardedFor) => {
    const socketAddress = plainAddress(peer ?? "");
    if (!socketAddress) return null;
    if (!forwardedFor) return socketAddress;
    if (isTrusted(socketAddress)) return rightmostUntrusted(forwardedFor, socketAddress, isTrusted);
    if (!isReported) {
      isReported = true;
      onUntrusted?.(socketAddress);
    }
    return socketAddress;
  };
}

/** Returns `proxy` if the list doesn't end with an address. */
function rightmostUntrusted(list: string, proxy: string, isTrusted: (address: string) => boolean): string {
  let client = proxy;
  for (let end = list.length; end >= 0; ) {
    const comma = end === 0 ? -1 : list.lastIndexOf(",", end - 1);
    const address = forwardedAddress(list.slice(comma + 1, end).trim());
    if (!address) return client;
    client = address;
    if (!isTrusted(address)) return client;
    end = comma;
  }
  return client;
}

/** Some proxies, such as Azure Application Gateway, add the client's port: 192.0.2.7:1234, [2001:db8::7]:1234. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i;

/** Returns "" for anything but an address, with or without a port. */
function forwardedAddress(text: string): string {
  const plain = plainAddress(text);
  if (plain) return plain;
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  return plainAddress(ipv6 ?? ipv4 ?? "");
}

export type CountryRule = (peer: string | undefined, country: string | undefined) => string | null;

/**
 * Returns a function that accepts a visitor's country (ISO 3166-1 alpha-2) from trusted proxies only.
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
  const ipv4: { network: number; mask: number }[] = [];
  const all = new BlockList();
  let hasIpv6 = false;
  for (const item of trusted) {
    const range = parseIpRange(item);
    if (!range) throw new Error(`TRUSTED_PROXIES: "${item}" is neither an address nor a CIDR range`);
    const { address, family, prefix } = range;
    all.addSubnet(address, prefix, family);
    hasIpv6 ||= family === "ipv6";
    const number = parseIpv4(plainAddress(address));
    const bits = family === "ipv4" ? prefix : prefix - MAPPED_PREFIX;
    if (number >= 0 && bits >= 0) ipv4.push(maskOf(number, bits));
  }
  // An IPv6 range that includes all IPv4 addresses, such as ::/0.
  if (all.check("0.0.0.0", "ipv4") && all.check("255.255.255.255", "ipv4")) ipv4.push(maskOf(0, 0));
  return (address) => {
    const number = parseIpv4(address);
    // A BlockList takes ten times as long.
    if (number < 0) return (hasIpv6 || MAPPED.test(address)) && all.check(address, "ipv6");
    for (const { network, mask } of ipv4) if ((number & mask) === network) return true;
    return false;
  };
}

/** An IPv4-mapped address whose last part is hexadecimal. */
const MAPPED = /^::ffff:/i;
/** Prefix of IPv4-mapped addresses (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

function maskOf(address: number, bits: number): { network: number; mask: number } {
  // A shift by 32 is a shift by 0.
  const mask = bits === 0 ? 0 : -1 << (32 - bits);
  return { network: address & mask, mask };
}

/** Returns IPv4-mapped addresses (RFC 4291, section 2.5.5.2) as IPv4, and "" for anything but an address. */
function plainAddress(address: string): string {
  if (parseIpv4(address) >= 0) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(plain) ? plain : "";
}
