import { keepAppHeaders } from "@/server/front/app-headers";
import { REGISTERED_HEADERS } from "@/server/testing/registered-headers";

const CLIENT_IP = "203.0.113.7";

function passed(headers: Record<string, string>): Record<string, unknown> {
  const copy = { ...headers };
  keepAppHeaders(copy, CLIENT_IP);
  return copy;
}

test("only headers that the app uses are forwarded", () => {
  const all = Object.fromEntries(REGISTERED_HEADERS.map((name) => [name.toLowerCase(), "x"]));
  expect(Object.keys(passed(all)).sort()).toEqual([
    "accept",
    "accept-encoding",
    "accept-language",
    "authorization",
    "cache-control",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "host",
    "if-modified-since",
    "if-none-match",
    "last-event-id",
    "origin",
    "pragma",
    "purpose",
    "range",
    "referer",
    "sec-fetch-dest",
    "sec-fetch-mode",
    "sec-fetch-site",
    "sec-fetch-user",
    "sec-purpose",
    "transfer-encoding",
    "user-agent",
    "x-hop-client-ip",
    "x-moz",
    "x-purpose",
  ]);
});

test("X-Acting-User is forwarded", () => {
  expect(passed({ "x-acting-user": "ann" })).toEqual({ "x-acting-user": "ann", "x-hop-client-ip": CLIENT_IP });
});

test.each([
  ["trailer", { trailer: "a" }],
  ["a header listed in Connection", { connection: "close, Accept", accept: "text/html" }],
  [
    "a header listed in Connection in another case, between empty options",
    { connection: " ,ACCEPT , ,", accept: "text/html" },
  ],
  ["a client's own X-Hop-Client-Ip", { "x-hop-client-ip": "6.6.6.6" }],
  ["a script nonce", { "content-security-policy": "script-src 'nonce-a'", "x-nonce": "a" }],
  ["an internal header of Next", { "x-middleware-subrequest": "middleware", "next-action": "0" }],
])("%s is not forwarded", (_name, headers) => {
  expect(passed(headers)).toEqual({ "x-hop-client-ip": CLIENT_IP });
});

test("Connection cannot remove Host or Content-Length", () => {
  const framing = { host: "hop.example", "content-length": "3" };
  expect(passed({ connection: "host, content-length", ...framing })).toEqual({
    ...framing,
    "x-hop-client-ip": CLIENT_IP,
  });
});

test("Connection cannot remove the client address added by the front", () => {
  expect(passed({ connection: "x-hop-client-ip" })).toEqual({ "x-hop-client-ip": CLIENT_IP });
});
