import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { findRefusal, notePending, refuse, refuseUnreadable } from "@/server/refusal";

let front: Server;

beforeAll(async () => {
  front = createServer((incoming, response) => {
    const refusal = findRefusal(incoming);
    if (refusal) refuse(incoming, response, refusal);
    else response.end();
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
});

afterAll(() => front.close());

test.each([
  ["GET", "*", 404, "text/html; charset=utf-8"],
  ["GET", "http://evil.example/abc", 404, "text/html; charset=utf-8"],
  ["GET", "/%ff", 400, "text/plain; charset=utf-8"],
  ["POST", "/abc", 405, "text/plain; charset=utf-8"],
  ["POST", "/paused", 405, "text/plain; charset=utf-8"],
  ["OPTIONS", "/", 405, "text/plain; charset=utf-8"],
  ["TRACE", "/api/urls", 405, "application/json"],
])(
  "%s %s is refused with %d, with nosniff, no-store and frame-ancestors headers",
  async (method, path, status, type) => {
    const { port } = front.address() as AddressInfo;
    const [response] = await once(request({ host: "127.0.0.1", port, method, path }).end(), "response");
    response.resume();
    const { headers } = response;
    expect([response.statusCode, headers["content-type"]]).toEqual([status, type]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("private, no-store");
    if (type.startsWith("text/html")) expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
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

describe("unreadable bytes", () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      notePending(incoming, response);
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

  test("in a body are rejected with 400", async () => {
    expect(await send(`${GET}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  });
});
