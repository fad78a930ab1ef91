import { isIP } from "node:net";

const MAX_IPV4_LENGTH = 15;

/**
 * An IPv4 address as an unsigned 32-bit number, as strict as `isIP` and several times as fast.
 *
 * @returns -1 where the text is none
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
      // No digit, or one after a leading zero.
      if (code < 0x30 || code > 0x39 || octet === 0) return -1;
      octet = (octet < 0 ? 0 : octet) * 10 + code - 0x30;
      if (octet > 255) return -1;
    }
  }
  return dots === 3 && octet >= 0 ? address * 256 + octet : -1;
}

/**
 * An address as it is written once and for all (RFC 5952): IPv6 in lower case and shortest form, an
 * IPv4 address that was mapped into IPv6 (RFC 4291, section 2.5.5.2) as IPv4, no zone.
 *
 * @returns null where the text is no address
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

/** The network that a canonical address is in: /24 of IPv4, /48 of IPv6, which is a household at the least. */
export function networkOf(address: string): string {
  return isIP(address) === 4 ? address.replace(/\d+$/, "0") : ipv6Network(address, 3);
}

/**
 * Whom a canonical address stands for where somebody is counted: the address, and of IPv6 its /64,
 * out of which one client may take any (RFC 8981).
 */
export function clientOf(address: string): string {
  return isIP(address) === 6 ? ipv6Network(address, 4) : address;
}

/** @param kept of the eight groups of 16 bits */
function ipv6Network(address: string, kept: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const following = tail ? tail.split(":") : [];
  // What "::" stands for comes in between.
  const missing = tail === undefined ? 0 : 8 - groups.length - following.length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...following];
  return canonicalAddress(`${all.slice(0, kept).join(":")}::`) ?? "";
}
