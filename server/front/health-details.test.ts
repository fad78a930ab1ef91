import type { IncomingMessage } from "node:http";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { maySeeDetails } from "@/server/front/health-details";

const rule = createClientIpRule(["10.0.0.1"]);

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

test.each([
  ["this machine", "127.0.0.1", {}, true],
  ["this machine over IPv6", "::1", {}, true],
  ["this machine over IPv4-mapped IPv6", "::ffff:127.0.0.1", {}, true],
  ["a private network", "192.168.1.9", {}, true],
  ["a private IPv6 network", "fd12::9", {}, true],
  ["the end of a private network", "172.31.255.255", {}, true],
  ["the address after it", "172.32.0.0", {}, false],
  ["a link-local address", "169.254.1.9", {}, true],
  ["a link-local IPv6 address", "fe80::9", {}, true],
  ["the internet", "203.0.113.7", {}, false],
  ["the internet over IPv6", "2001:db8::7", {}, false],
  ["the internet through a trusted proxy", "10.0.0.1", { "x-forwarded-for": "203.0.113.7" }, false],
  ["a private network through a trusted proxy", "10.0.0.1", { "x-forwarded-for": "192.168.1.9" }, true],
  [
    "a client that claims to be local, through a trusted proxy",
    "10.0.0.1",
    { "x-forwarded-for": "127.0.0.1, 203.0.113.7" },
    false,
  ],
  ["a trusted proxy with an invalid client address", "10.0.0.1", { "x-forwarded-for": "unknown" }, false],
  ["an unlisted proxy on this machine", "127.0.0.1", { "x-forwarded-for": "192.168.1.9" }, false],
  ["a proxy that sends Forwarded", "127.0.0.1", { forwarded: "for=203.0.113.7" }, false],
  ["a proxy that sends no client address", "127.0.0.1", { via: "1.1 proxy" }, false],
  ["a trusted proxy that sends no X-Forwarded-For", "10.0.0.1", { "x-real-ip": "203.0.113.7" }, false],
])("whether details are shown to %s", (_name, peer, headers, expected) => {
  expect(maySeeDetails(request(peer, headers), rule)).toBe(expected);
});
