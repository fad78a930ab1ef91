import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { announceKeepAlive } from "@/server/front/keep-alive";
import { findRefusal, isCounted, recordPending, refuse, refuseUnreadable } from "@/server/front/refusal";

let front: Server;

beforeAll(async () => {
  front = createServer((incoming, response) => {
    const refusal = findRefusal(incoming);
    announceKeepAlive(incoming, response, false);
    if (refusal) refuse(incoming, response, refusal);
    else response.end();
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
});

afterAll(() => front.close());

test.each([
  ["GET", "*", 404, "text/html; charset=utf-8"],
  ["GET", "ftp://evil.example/abc", 404, "text/html; charset=utf-8"],
  ["GET", "/_next/static/../../analytics", 404, "text/html; charset=utf-8"],
  ["GET", "/_next/static/%2e%2E/.%2e/analytics?range=7d", 404, "text/html; charset=utf-8"],
  ["GET", "/x/%2E%2E/analytics", 404, "text/html; charset=utf-8"],
  ["GET", "/%2E/analytics", 404, "text/html; charset=utf-8"],
  ["GET", "/analytics/..", 404, "text/html; charset=utf-8"],
  ["GET", "/./analytics", 404, "text/html; charset=utf-8"],
  ["GET", "/analytics/..#", 404, "text/html; charset=utf-8"],
  ["POST", "/api/x/../urls", 404, "application/json"],
  ["GET", "/%ff", 400, "text/plain; charset=utf-8"],
  ["POST", "/abc", 405, "text/plain; charset=utf-8"],
  ["POST", "/paused", 405, "text/plain; charset=utf-8"],
  ["OPTIONS", "/", 405, "text/plain; charset=utf-8"],
  ["TRACE", "/api/urls", 405, "application/json"],
])(
  "%s %s is refused with %d, with nosniff, no-store and frame-ancestors headers",
  async (method, path, status, type) => {
    const { port } = front.address() as AddressInfo;
    const [response] = await once(
      request({ host: "127.0.0.1", port, method, path, agent: new Agent({ keepAlive: true }) }).end(),
      "response",
    );
    response.resume();
    const { headers } = response;
    expect([response.statusCode, headers["content-type"]]).toEqual([status, type]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect([headers.connection, headers["keep-alive"]]).toEqual(
      status === 400 ? ["close", undefined] : ["keep-alive", "timeout=5"],
    );
    expect(headers["cache-control"]).toBe("private, no-store");
    if (type.startsWith("text/html")) expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  },
);

test.each(["/..a", "/a../b", "/...", "/.well-known/x", "/a?b=/../c", "/_next/static/a.b..js", "/%2e%2e%2fa"])(
  "%s is not refused",
  async (path) => {
    const { port } = front.address() as AddressInfo;
    const [response] = await once(request({ host: "127.0.0.1", port, path }).end(), "response");
    response.resume();
    expect(response.statusCode).toBe(200);
  },
);

test.each([
  ["/paused", "GET, HEAD"],
  ["/apix", "GET, HEAD"],
  ["/api/urls", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
])("a 405 lists the methods allowed for %s", async (path, allow) => {
  const { port } = front.address() as AddressInfo;
  const [response] = await once(request({ host: "127.0.0.1", port, method: "TRACE", path }).end(), "response");
  response.resume();
  expect(response.headers.allow).toBe(allow);
});

const key = { authorization: "Bearer hop_key", host: "hop.example" };

test.each([
  ["/api/v1/urls", key, true],
  ["/api/v1/%ff", key, true],
  ["/api/v1?x", key, true],
  ["/api/v1/urls", { host: "hop.example" }, false],
  ["/api/v1/urls", { ...key, host: "a b" }, false],
  ["/api/v1/urls", { authorization: key.authorization }, false],
  ["/api/v10/urls", key, false],
  ["/api/urls", key, false],
  ["/abc", key, false],
])("a refusal at %s with %j counts against a key: %p", (url, headers, expected) => {
  expect(isCounted({ url, headers } as IncomingMessage)).toBe(expected);
});

describe("unreadable bytes", () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      recordPending(incoming, response);
      incoming.resume();
      // Responds once the unreadable bytes have arrived.
      server.once("clientError", () => setImmediate(() => response.end("first")));
    });
    server.on("clientError", refuseUnreadable).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function send(text: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => undefined).write(text);
    await once(socket, "end");
    socket.destroy();
    return received;
  }

  const GET = "GET / HTTP/1.1\r\nHost: hop.example\r\n";

  test.each([
    ["after a request", `${GET}\r\n\0\0\0\r\n\r\n`],
    ["after the last request on a connection", `${GET}Connection: close\r\n\r\n${GET}\r\n`],
  ])("%s do not get that request's response", async (_name, text) => {
    const received = await send(text);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(received).toMatch(/first(?:\r\n0\r\n\r\n)?$/);
  });

  test.each([
    ["in a body", `${GET}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, "malformed"],
    ["instead of a request", "rubbish\r\n\r\n", 400, "malformed"],
    ["in too long a head", `${GET}X: ${"a".repeat(20_000)}\r\n\r\n`, 431, "too_large"],
  ])("%s are rejected with an error of the public API", async (_name, text, status, code) => {
    const received = await send(text);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const expected = { success: false, code, message: expect.any(String), requestId: expect.any(String) };
    expect(JSON.parse(received.split("\r\n\r\n")[1] ?? "")).toEqual(expected);
  });
});
