import type { IncomingMessage } from "node:http";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { maySeeDetails } from "@/server/health-details";

const rule = createClientIpRule(["10.0.0.1"]);

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

test.each([
  ["this machine", "127.0.0.1", {}, true],
  ["this machine by IPv6", "::1", {}, true],
  ["this machine by IPv4 mapped into IPv6", "::ffff:127.0.0.1", {}, true],
  ["a private network", "192.168.1.9", {}, true],
  ["a private IPv6 network", "fd12::9", {}, true],
  ["the internet", "203.0.113.7", {}, false],
  ["the internet by IPv6", "2001:db8::7", {}, false],
  ["the internet through a trusted proxy", "10.0.0.1", { "x-forwarded-for": "203.0.113.7" }, false],
  ["a private network through a trusted proxy", "10.0.0.1", { "x-forwarded-for": "192.168.1.9" }, true],
  [
    "a stranger who claims to be local, through a trusted proxy",
    "10.0.0.1",
    { "x-forwarded-for": "127.0.0.1, 203.0.113.7" },
    false,
  ],
  ["a trusted proxy that names nobody", "10.0.0.1", { "x-forwarded-for": "unknown" }, false],
  ["a proxy on this machine that was not listed", "127.0.0.1", { "x-forwarded-for": "192.168.1.9" }, false],
  ["a proxy that names its client in another way", "127.0.0.1", { forwarded: "for=203.0.113.7" }, false],
  ["a proxy that names no client", "127.0.0.1", { via: "1.1 proxy" }, false],
  ["a trusted proxy that names no client", "10.0.0.1", { "x-real-ip": "203.0.113.7" }, false],
])("details for %s", (_name, peer, headers, expected) => {
  expect(maySeeDetails(request(peer, headers), rule)).toBe(expected);
});
