import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findRefusal, refuse } from "@/server/refusal";

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
  ["TRACE", "/api/urls", 405, "application/json"],
])(
  "%s %s is refused with %d, as what it says it is, and can be put into no frame",
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
