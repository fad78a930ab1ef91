import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { ClientIpRule } from "@/lib/redirect/client-ip";

const PRIVATE = new BlockList();
// Loopback, RFC 1918, link-local, and unique local IPv6 (RFC 4193).
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv4");
}
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** Sent only by proxies, on behalf of a client. */
const PROXY_HEADERS = /^(?:x-forwarded-|x-real-ip$|forwarded$|via$|cf-)/;

/**
 * Whether a client may see health details: only from this machine or a private network. A proxied request counts as
 * its client's; if the client is unknown, as public.
 */
export function maySeeDetails({ headers, socket }: IncomingMessage, clientIpOf: ClientIpRule): boolean {
  const peer = socket.remoteAddress;
  const ip = clientIpOf(peer, headers["x-forwarded-for"]?.toString());
  if (!ip) return false;
  const isProxied = Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
  const isResolved = ip !== clientIpOf(peer, undefined);
  if (isProxied && !isResolved) return false;
  return PRIVATE.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}
