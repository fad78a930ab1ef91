import { keepAppHeaders } from "@/server/app-headers";
import { REGISTERED_HEADERS } from "@/server/testing/registered-headers";

const CLIENT_IP = "203.0.113.7";

function passed(headers: Record<string, string>): Record<string, unknown> {
  const copy = { ...headers };
  keepAppHeaders(copy, CLIENT_IP);
  return copy;
}

test("only headers that the app reads reach it", () => {
  const all = Object.fromEntries(REGISTERED_HEADERS.map((name) => [name.toLowerCase(), "x"]));
  expect(Object.keys(passed(all)).sort()).toEqual([
    "accept",
    "accept-encoding",
    "accept-language",
    "authorization",
    "cache-control",
    "content-length",
    "content-type",
    "cookie",
    "host",
    "if-modified-since",
    "if-none-match",
    "last-event-id",
    "origin",
    "pragma",
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
  ]);
});

test("for whom a page was loaded reaches the app", () => {
  expect(passed({ "x-acting-user": "ann" })).toEqual({ "x-acting-user": "ann", "x-hop-client-ip": CLIENT_IP });
});

test.each([
  ["trailer", { trailer: "a" }],
  ["a header that Connection names", { connection: "close, Accept", accept: "text/html" }],
  ["a header named in any case, between empty options", { connection: " ,ACCEPT , ,", accept: "text/html" }],
  ["the client's own word on its address", { "x-hop-client-ip": "6.6.6.6" }],
  ["a nonce for scripts", { "content-security-policy": "script-src 'nonce-a'", "x-nonce": "a" }],
  ["a message of Next to itself", { "x-middleware-subrequest": "middleware", "next-action": "0" }],
])("%s does not reach the app", (_name, headers) => {
  expect(passed(headers)).toEqual({ "x-hop-client-ip": CLIENT_IP });
});

test("Connection cannot remove what frames the request", () => {
  const framing = { host: "hop.example", "content-length": "3" };
  expect(passed({ connection: "host, content-length", ...framing })).toEqual({
    ...framing,
    "x-hop-client-ip": CLIENT_IP,
  });
});

test("Connection cannot remove the address that the front adds", () => {
  expect(passed({ connection: "x-hop-client-ip" })).toEqual({ "x-hop-client-ip": CLIENT_IP });
});
