import { isIP } from "node:net";
import fc from "fast-check";
import { canonicalAddress, clientOf, networkOf, parseIpv4, siteOf } from "@/lib/ip";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:CB00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::", "::"],
  ["::1", "::1"],
  ["203.0.113.256", null],
  ["203.0.113.7:80", null],
  ["[2001:db8::1]", null],
  ["localhost", null],
  ["", null],
])("%s is %s", (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

test.each([
  ["203.0.113.7", "203.0.113.0"],
  ["203.0.113.0", "203.0.113.0"],
  ["10.1.2.255", "10.1.2.0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::"],
  ["2001:db8:1::6", "2001:db8:1::"],
  ["2001:db8::1", "2001:db8::"],
  ["2001::1:2:3:4:5:6", "2001:0:1::"],
  ["::1", "::"],
  ["fe80::1", "fe80::"],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2::6", "2001:db8:1:2::"],
  ["2001:db8::1", "2001:db8::"],
  ["::1", "::"],
])("%s is rate limited as %s", (address, client) => {
  expect(clientOf(address)).toBe(client);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::"],
  ["2001:db8:1:ffff::6", "2001:db8:1::"],
])("%s belongs to the site %s", (address, site) => {
  expect(siteOf(address)).toBe(site);
});

describe("an IPv4 address as a number", () => {
  test.each([
    ["0.0.0.0", 0],
    ["0.0.1.2", 258],
    ["192.0.2.7", 3_221_225_991],
    ["255.255.255.255", 4_294_967_295],
    ...[
      "",
      "1",
      "1.2.3",
      "1.2.3.4.5",
      "1.2.3.256",
      "01.2.3.4",
      "1.2.3.00",
      "1..2.3",
      ".1.2.3",
      "1.2.3.",
      "1.2.3.4 ",
    ].map((text): [string, number] => [text, -1]),
    ...["-1.2.3.4", "1.2.3.+4", "0x1.2.3.4", "1.2.3.4/8", "::1", "a.b.c.d", "1.2.3.4444", "1111.2.3.4"].map(
      (text): [string, number] => [text, -1],
    ),
  ])("%p is %p", (text, number) => {
    expect(parseIpv4(text)).toBe(number);
  });

  test("is parsed for exactly the texts isIP accepts", () => {
    const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.stringMatching(/^[0-9.]{1,16}$/));
    fc.assert(fc.property(text, (address) => parseIpv4(address) >= 0 === (isIP(address) === 4)));
  });
});
