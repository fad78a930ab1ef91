import { canonicalAddress, clientOf, networkOf } from "@/lib/ip-address";

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
])("%s is counted as the client %s", (address, client) => {
  expect(clientOf(address)).toBe(client);
});
