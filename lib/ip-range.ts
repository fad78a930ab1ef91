import { isIP } from "node:net";

export type IpRange = { address: string; family: "ipv4" | "ipv6"; prefix: number };

/** Reads an address or a CIDR range (RFC 4632, section 3.1; RFC 4291, section 2.3); undefined where it is neither. */
export function parseIpRange(text: string): IpRange | undefined {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (!version) return undefined;
  const longest = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  return prefix <= longest ? { address, family: version === 6 ? "ipv6" : "ipv4", prefix } : undefined;
}
