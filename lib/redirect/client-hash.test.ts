import fc from "fast-check";
import { canonicalAddress, clientOf } from "@/lib/ip";
import { clientHash } from "@/lib/redirect/client-hash";

const SEED = 12345;
const hash = (address: string | null) => clientHash(address, SEED);

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["2001:db8::1", "2001:DB8:0:0:1::"],
  ["2001:db8::1", "2001:0db8:0000:0000:0000:0000:0000:0002"],
  ["::1", "::2"],
  ["::", "0:0:0:0:1:2:3:4"],
  ["2001:0:0:4:5:6:7:8", "2001::4:5:6:7:9"],
  ["fe80::1%eth0", "fe80::2%eth1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["64:ff9b::c000:201", "192.0.2.1"],
])("%s and %s are one client", (one, other) => {
  expect(hash(one)).toBe(hash(other));
});

test.each([
  ["192.0.2.1", "192.0.2.2"],
  ["0.0.0.0", "0.0.0.1"],
  ["2001:db8:1:2::1", "2001:db8:1:3::1"],
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["1::2:3:4:5:6:7", "1:2::3:4:5:6:7"],
  ["::1", "1::"],
  ["64:ff9b::c000:201", "64:ff9b::c000:202"],
  ["192.0.2.1", null],
])("%s and %s are two clients", (one, other) => {
  expect(hash(one)).not.toBe(hash(other));
});

test("agrees with clientOf for IPv6 addresses in any notation", () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const [a, b] = [canonicalAddress(one), canonicalAddress(other)];
      // Sockets don't write addresses with an embedded IPv4 address this way.
      fc.pre(a !== null && b !== null && a.includes(":") && b.includes(":"));
      if (a === null || b === null) return;
      expect(hash(a)).toBe(hash(clientOf(a)));
      expect(hash(a) === hash(b)).toBe(clientOf(a) === clientOf(b));
    }),
  );
});

test("IPv4 addresses do not collide, and hashes depend on the seed", () => {
  const hashes = new Set<number>();
  for (let i = 0; i < 65_536; i++) hashes.add(hash(`10.1.${i >> 8}.${i & 255}`));
  expect(hashes.size).toBe(65_536);
  expect(clientHash("10.1.0.0", SEED + 1)).not.toBe(hash("10.1.0.0"));
});
