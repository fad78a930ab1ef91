import { once } from "node:events";
import { type FrontAndApp, startFrontAndApp } from "@/server/testing/front-and-app";

/**
 * Three readers of HTTP stand behind one another: the socket, node:http, the app. Where two of them
 * could differ on where a request ends, a client could put a request of its own before another's.
 */

let servers: FrontAndApp;
/** What the app was asked, one text each. */
let asked: string[];

beforeEach(async () => {
  asked = [];
  servers = await startFrontAndApp({
    replyMs: 5,
    onCall: (request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        asked.push(`${request.method} ${request.url} ${body}`.trim());
        response.end(request.url);
      });
    },
  });
});

afterEach(() => servers.close());

/** Sends pieces a little apart on one connection, and gives the statuses that come back within a time. */
async function send(...pieces: string[]): Promise<string[]> {
  const socket = servers.dial();
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await Promise.race([once(socket, "close"), new Promise((resolve) => setTimeout(resolve, 120))]);
  socket.destroy();
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? "");
}

const HOST = "Host: hop.example\r\n";
const VISIT = `GET /abc HTTP/1.1\r\n${HOST}\r\n`;
const INNER = `DELETE /inner HTTP/1.1\r\n${HOST}\r\n`;
const post = (fields: string) => `POST /outer HTTP/1.1\r\n${HOST}${fields}\r\n`;
const visit = (fields: string) => `GET /abc HTTP/1.1\r\n${HOST}${fields}\r\n`;

describe("what does not say clearly where it ends is refused, and what follows is not read", () => {
  test.each([
    ["two lengths", `${post("Content-Length: 3\r\nContent-Length: 0\r\n")}abc`],
    ["the same length twice", `${post("Content-Length: 3\r\nContent-Length: 3\r\n")}abc`],
    ["a list of lengths", `${post("Content-Length: 3, 3\r\n")}abc`],
    ["a length with a sign", `${post("Content-Length: +3\r\n")}abc`],
    ["a length in hex", `${post("Content-Length: 0x3\r\n")}abc`],
    ["an empty length", post("Content-Length: \r\n")],
    ["a length and chunks", `${post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["chunks and a length", `${post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n")}0\r\n\r\n`],
    ["chunks that are not last", `${post("Transfer-Encoding: chunked, identity\r\n")}0\r\n\r\n`],
    ["another encoding", `${post("Transfer-Encoding: xchunked\r\n")}0\r\n\r\n`],
    ["a space before the colon", `${post("Transfer-Encoding : chunked\r\n")}0\r\n\r\n`],
    ["a tab before the colon", `${post("Content-Length\t: 3\r\n")}abc`],
    ["a vertical tab before chunked", `${post("Transfer-Encoding: \x0bchunked\r\n")}0\r\n\r\n`],
    ["a length of a chunk that is none", `${post("Transfer-Encoding: chunked\r\n")}0x3\r\nabc\r\n0\r\n\r\n`],
    ["a chunk that ends early", `${post("Transfer-Encoding: chunked\r\n")}2\r\nabc\r\n0\r\n\r\n`],
    ["a bare line feed after a field", `${post("X: y\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["a bare carriage return in a field", `${post("X: y\rTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["a NUL in a field", post("X: a\0b\r\n")],
    ["a field that begins with a space", `POST /outer HTTP/1.1\r\n Content-Length: 3\r\n${HOST}\r\nabc`],
    ["a version of its own", `POST /outer HTTP/1.2\r\n${HOST}Content-Length: 3\r\n\r\nabc`],
  ])("%s", async (_name, request) => {
    expect(await send(request + INNER)).toEqual(["400"]);
    expect(asked).toEqual([]);
    // The same behind a visit that was read on the socket, in one piece and in two.
    expect((await send(VISIT + request + INNER)).at(-1)).toBe("400");
    expect(await send(VISIT, request + INNER)).toEqual(["302", "400"]);
    expect(asked).toEqual([]);
  });
});

describe("a body is never read as a request", () => {
  test.each([
    ["of a visit with a length", [visit(`Content-Length: ${INNER.length}\r\n`) + INNER]],
    ["of a visit with a length, apart from its head", [visit(`Content-Length: ${INNER.length}\r\n`), INNER]],
    [
      "of a visit in chunks",
      [`${visit("Transfer-Encoding: chunked\r\n")}${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`],
    ],
    ["of a call behind a visit", [VISIT, post(`Content-Length: ${INNER.length}\r\n`), INNER]],
    ["of a call in the read of its visit", [VISIT + post(`Content-Length: ${INNER.length}\r\n`), INNER]],
  ])("%s", async (_name, pieces) => {
    await send(...pieces);
    expect(asked.filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect(asked.every((request) => request.endsWith(INNER.trim()))).toBe(true);
  });
});

test("a folded field ends nothing", async () => {
  await send(post("X: a\r\n Content-Length: 3\r\n") + INNER);
  expect(asked.filter((request) => request.includes("/outer"))).not.toContain("POST /outer DEL");
});

test("requests of one connection are answered in their order, whoever answers them", async () => {
  const call = (name: string, body = "") =>
    `POST /${name} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
  expect(await send(VISIT + VISIT + call("a", "x") + VISIT + call("b"))).toEqual(["302", "302", "200", "302", "200"]);
  expect(asked).toEqual(["POST /a x", "POST /b"]);
});

test("what a client says is for the next hop alone does not reach the app", async () => {
  servers.app.removeAllListeners("request").on("request", (request, response) => {
    asked.push(JSON.stringify(request.headers));
    response.end();
  });
  await send(
    `GET /x HTTP/1.1\r\n${HOST}Connection: close, X-Hop-Client-Ip\r\nX-Hop-Client-Ip: 6.6.6.6\r\nProxy-Connection: keep-alive\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nTE: trailers\r\n\r\n`,
  );
  const [headers] = asked.map((text) => JSON.parse(text));
  expect(headers["x-hop-client-ip"]).toBe("127.0.0.1");
  for (const name of ["proxy-connection", "upgrade", "http2-settings", "te"]) expect(headers).not.toHaveProperty(name);
});
