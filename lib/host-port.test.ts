import { doesCollide, formatHostPort, parseHostPort } from "@/lib/host-port";

test.each([
  ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
  ["localhost:1", { host: "localhost", port: 1 }],
  ["metrics.hop-1.example:65535", { host: "metrics.hop-1.example", port: 65_535 }],
  ["[::1]:9464", { host: "::1", port: 9464 }],
  ["[::]:9464", { host: "::", port: 9464 }],
  ["[fe80::1%eth0]:9464", { host: "fe80::1%eth0", port: 9464 }],
  ["[::ffff:10.0.0.1]:9464", { host: "::ffff:10.0.0.1", port: 9464 }],
])("%s", (text, parsed) => {
  expect(parseHostPort(text)).toEqual(parsed);
  expect(parsed && formatHostPort(parsed)).toBe(text);
});

test.each([
  "",
  "9464",
  ":9464",
  "127.0.0.1",
  "127.0.0.1:",
  "127.0.0.1:0",
  "127.0.0.1:65536",
  "127.0.0.1:-1",
  "127.0.0.1:94.64",
  "127.0.0.1:9464/metrics",
  "http://127.0.0.1:9464",
  "::1:9464",
  "[::1]",
  "[127.0.0.1]:9464",
  "[hop]:9464",
  "a b:9464",
  "*:9464",
  "127.0.0.1:9464\n",
])("%j is refused", (text) => {
  expect(parseHostPort(text)).toBeNull();
});

test.each([
  ["127.0.0.1", "127.0.0.1", true],
  ["0.0.0.0", "127.0.0.1", true],
  ["0.0.0.0", "hop.internal", true],
  ["::", "0.0.0.0", true],
  ["[::]", "127.0.0.1", true],
  ["[::1]", "::1", true],
  ["localhost", "127.0.0.1", true],
  ["localhost", "::1", true],
  ["Hop.internal", "hop.internal", true],
  ["127.0.0.1", "127.0.0.2", false],
  ["127.0.0.1", "::1", false],
  ["0.0.0.0", "::1", false],
  ["hop.internal", "127.0.0.1", false],
])("%s and %s with the same port collide: %s", (one, other, expected) => {
  const pair = [
    { host: one, port: 3000 },
    { host: other, port: 3000 },
  ] as const;
  expect([doesCollide(pair[0], pair[1]), doesCollide(pair[1], pair[0])]).toEqual([expected, expected]);
  expect(doesCollide(pair[0], { host: other, port: 3001 })).toBe(false);
});
