import { createClientIpRule } from "@/lib/redirect/client-ip";

const PROXY = "10.0.0.1";

describe("with trusted proxies 10.0.0.0/8, 2001:db8::1 and fd00::/8", () => {
  const clientIp = createClientIpRule(["10.0.0.0/8", "2001:db8::1", "fd00::/8"]);

  test.each([
    ["a visitor without a proxy", "192.0.2.7", undefined, "192.0.2.7"],
    ["a visitor who makes a header up", "192.0.2.7", "198.51.100.1", "192.0.2.7"],
    ["a visitor who claims to be the proxy", "192.0.2.7", PROXY, "192.0.2.7"],
    ["a visitor behind the proxy", PROXY, "192.0.2.7", "192.0.2.7"],
    ["a visitor who makes a header up, behind the proxy", PROXY, "198.51.100.1, 192.0.2.7", "192.0.2.7"],
    ["a visitor who names a proxy, behind the proxy", PROXY, "198.51.100.1, 10.9.9.9, 192.0.2.7", "192.0.2.7"],
    ["a visitor behind two proxies", PROXY, "198.51.100.1, 192.0.2.7, 10.0.0.2", "192.0.2.7"],
    ["a proxy that asks for itself", PROXY, undefined, PROXY],
    ["an empty header", PROXY, "", PROXY],
    ["proxies alone", PROXY, "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["what is not an address, in the place of the visitor", PROXY, "192.0.2.7, unknown", PROXY],
    ["what is not an address, left of the visitor", PROXY, "<script>, 192.0.2.7", "192.0.2.7"],
    ["what is not an address, before a proxy", PROXY, "unknown, 10.0.0.2", "10.0.0.2"],
    ["odd spaces and commas", PROXY, " 192.0.2.7 ", "192.0.2.7"],
    ["a comma at the end", PROXY, "192.0.2.7,", PROXY],
    ["an IPv4 peer seen by an IPv6 socket", "::ffff:10.0.0.1", "::ffff:192.0.2.7", "192.0.2.7"],
    ["an IPv6 visitor", "2001:db8::99", "192.0.2.7", "2001:db8::99"],
    ["an IPv6 proxy", "2001:db8::1", "2001:db8::99", "2001:db8::99"],
    ["an IPv6 proxy in a range", "fd12::1", "192.0.2.7", "192.0.2.7"],
    ["a port", PROXY, "6.6.6.6, 192.0.2.7:50312", "192.0.2.7"],
    ["an IPv6 address with a port", PROXY, "[2001:db8::99]:443", "2001:db8::99"],
    ["an IPv6 address in brackets", PROXY, "[2001:db8::99]", "2001:db8::99"],
    ["a proxy with a port", PROXY, "192.0.2.7, 10.0.0.2:8080", "192.0.2.7"],
    ["a port only", PROXY, ":443", PROXY],
    ["brackets around something else", PROXY, "[192.0.2.7.9]", PROXY],
    ["an IPv6 peer with a zone", "fe80::1%eth0", "192.0.2.7", "fe80::1%eth0"],
  ])("%s", (_name, peer, forwardedFor, ip) => {
    expect(clientIp(peer, forwardedFor)).toBe(ip);
  });

  test("a closed socket has no address", () => {
    expect(clientIp(undefined, "192.0.2.7")).toBeNull();
  });
});

test("without trusted proxies X-Forwarded-For is ignored", () => {
  expect(createClientIpRule([])("127.0.0.1", "192.0.2.7")).toBe("127.0.0.1");
});

test.each(["localhost", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/a", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129"])(
  "%s is not a trusted proxy",
  (item) => {
    expect(() => createClientIpRule([item])).toThrow(
      `TRUSTED_PROXIES: "${item}" is neither an address nor a CIDR range`,
    );
  },
);

describe("an IPv4 proxy is trusted by", () => {
  test.each([
    ["its address", "10.0.0.1", "10.0.0.2"],
    ["a range", "10.0.0.0/31", "10.0.0.2"],
    ["all addresses of IPv4", "0.0.0.0/0", "::1"],
    ["its address mapped into IPv6", "::ffff:10.0.0.1", "10.0.0.2"],
    ["a mapped range", "::ffff:10.0.0.0/127", "10.0.0.2"],
    ["all addresses of IPv6", "::/0", ""],
  ])("%s", (_name, item, other) => {
    const clientIp = createClientIpRule([item]);
    // An address that is trusted as well is not a client.
    expect(clientIp(PROXY, "203.0.113.9, 10.0.0.1")).not.toBe(PROXY);
    if (other) expect(clientIp(other, "203.0.113.9")).toBe(other);
  });
});

test("without ranges of IPv6, IPv4 proxies are trusted in any form, and no other IPv6 address", () => {
  const clientIp = createClientIpRule(["10.0.0.0/8"]);
  expect(clientIp("::ffff:a00:1", "203.0.113.9")).toBe("203.0.113.9");
  expect(clientIp("::ffff:b00:1", "203.0.113.9")).toBe("::ffff:b00:1");
  expect(clientIp(PROXY, "203.0.113.9, 2001:db8::7")).toBe("2001:db8::7");
});

describe("an untrusted peer that sends X-Forwarded-For", () => {
  test("is reported once per process", () => {
    const reported: string[] = [];
    const clientIp = createClientIpRule(["10.0.0.0/8"], (peer) => reported.push(peer));
    clientIp("192.0.2.1", undefined);
    clientIp(PROXY, "192.0.2.7");
    expect(reported).toEqual([]);
    clientIp("::ffff:192.0.2.1", "6.6.6.6");
    clientIp("192.0.2.1", "6.6.6.6");
    clientIp("192.0.2.2", "6.6.6.6");
    expect(reported).toEqual(["192.0.2.1"]);
  });
});
