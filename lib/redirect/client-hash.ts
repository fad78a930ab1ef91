import { parseIpv4 } from "@/lib/ip";

const COLON = 0x3a;
const GROUPS = 8;
/** Reused, so that the hot path allocates nothing. */
const groups = new Uint16Array(GROUPS);

/**
 * A 32-bit number that identifies a client for rate limits: by its IPv4 address, or by the /64 of its IPv6 address, all
 * of which one client may use (RFC 8981). IPv4 addresses embedded in IPv6 (RFC 4291, section 2.5.5.2; RFC 6052, section
 * 2.1) count as IPv4.
 *
 * @param seed secret, so that nobody can search for colliding addresses
 */
export function clientHash(address: string | null, seed: number): number {
  if (address === null) return mix(seed);
  const ipv4 = parseIpv4(address);
  // Bijective: no two IPv4 addresses share a number.
  if (ipv4 >= 0) return mix(ipv4 ^ seed);
  readIpv6(address);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  if (c === 0 && d === 0 && e === 0 && ((a === 0x64 && b === 0xff9b) || (a === 0 && b === 0 && f === 0xffff))) {
    return mix(((g << 16) | h) ^ seed);
  }
  return mix(mix(((a << 16) | b) ^ seed) ^ ((c << 16) | d));
}

/** Parses the 16-bit groups of an IPv6 address. */
function readIpv6(address: string): void {
  groups.fill(0);
  let count = 0;
  let group = 0;
  let gap = -1;
  for (let at = 0; at <= address.length && count < GROUPS; at++) {
    const code = at < address.length ? address.charCodeAt(at) : COLON;
    const digit = hexDigit(code);
    if (digit >= 0) {
      group = (group << 4) | digit;
    } else if (code === COLON) {
      if (address.charCodeAt(at - 1) === COLON) gap = count;
      else if (at > 0) groups[count++] = group;
      group = 0;
    } else {
      // A zone or an embedded IPv4 address, after the /64.
      break;
    }
  }
  if (gap >= 0 && count < GROUPS) {
    groups.copyWithin(GROUPS - count + gap, gap, count);
    groups.fill(0, gap, GROUPS - count + gap);
  }
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Spreads every bit over all others (the finalizer of MurmurHash3, a bijection). */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
