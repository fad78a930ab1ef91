import { formatHostPort, parseHostPort } from "@/lib/host-port";

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
