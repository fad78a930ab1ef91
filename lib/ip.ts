import { isIP } from "node:net";

const MAX_IPV4_LENGTH = 15;

/**
 * Parses an IPv4 address into an unsigned 32-bit number, as strictly as `isIP` and several times faster.
 *
 * @returns -1 if the text is not an IPv4 address
 */
export function parseIpv4(text: string): number {
  if (text.length > MAX_IPV4_LENGTH) return -1;
  let address = 0;
  let octet = -1;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) {
      if (octet < 0) return -1;
      address = address * 256 + octet;
      octet = -1;
      dots += 1;
    } else {
      // Not a digit, or a digit after a leading zero.
      if (code < 0x30 || code > 0x39 || octet === 0) return -1;
      octet = (octet < 0 ? 0 : octet) * 10 + code - 0x30;
      if (octet > 255) return -1;
    }
  }
  return dots === 3 && octet >= 0 ? address * 256 + octet : -1;
}

/**
 * The canonical form of an address (RFC 5952): IPv6 lower-case and compressed, IPv4-mapped IPv6 (RFC 4291,
 * section 2.5.5.2) as IPv4, without a zone.
 *
 * @returns null if the text is not an address
 */
export function canonicalAddress(text: string): string | null {
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : null;
  const address = new URL(`http://[${text.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? [];
  return high && low ? ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16)) : address;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** The network of a canonical address: the /24 of IPv4, the /48 of IPv6 (one site or more). */
export function networkOf(address: string): string {
  return isIP(address) === 4 ? address.replace(/\d+$/, "0") : ipv6Network(address, 3);
}

/**
 * The key under which a canonical address is rate limited: the IPv4 address, or the /64 of an IPv6 address, from
 * which one client can use any (RFC 8981).
 */
export function clientOf(address: string): string {
  return isIP(address) === 6 ? ipv6Network(address, 4) : address;
}

/**
 * The key of a canonical address for limits that several clients together could exhaust for everyone: the IPv4 address,
 * or the /48 of an IPv6 address. A site with a /48 has 65,536 networks of the size /64. Without a front no address is
 * known, and all requests count as one client.
 */
export function siteOf(address: string | null): string {
  if (!address) return "unknown";
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** @param kept how many of the eight 16-bit groups to keep */
function ipv6Network(address: string, kept: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const following = tail ? tail.split(":") : [];
  // "::" stands for the missing groups.
  const missing = tail === undefined ? 0 : 8 - groups.length - following.length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...following];
  return canonicalAddress(`${all.slice(0, kept).join(":")}::`) ?? "";
}

/** Whether a host name or address is on the loopback interface, so that nobody can listen in. */
export function isLoopbackHost(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith("127.");
  return host === "::1" || /^localhost\.?$/i.test(host);
}

type IpRange = { address: string; family: "ipv4" | "ipv6"; prefix: number };

/** Parses an address or a CIDR range (RFC 4632, section 3.1; RFC 4291, section 2.3); undefined if it is neither. */
export function parseIpRange(text: string): IpRange | undefined {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (!version) return undefined;
  const maxPrefix = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? maxPrefix : Number(bits);
  return prefix <= maxPrefix ? { address, family: version === 6 ? "ipv6" : "ipv4", prefix } : undefined;
}
