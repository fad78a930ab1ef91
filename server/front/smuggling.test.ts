import { until } from "@/lib/testing/until";
import { type FrontAndApp, startFrontAndApp } from "@/server/testing/front-and-app";

// The front closes a connection that is idle for five seconds.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

/**
 * Three HTTP parsers run in series: the socket, node:http and the app. If two of them disagreed on where a request
 * ends, a client could smuggle a request.
 */

let servers: FrontAndApp;
/** Requests that reached the app. */
let requests: string[];

beforeEach(async () => {
  requests = [];
  servers = await startFrontAndApp({
    replyMs: 5,
    onCall: (request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        requests.push(`${request.method} ${request.url} ${body}`.trim());
        response.end(request.url);
      });
    },
  });
});

afterEach(() => servers.close());

/**
 * Sends chunks one after another on a connection, then a visit that closes it. Returns the statuses received: the last
 * is that visit's, unless the connection was closed before.
 */
async function send(...pieces: string[]): Promise<string[]> {
  const socket = servers.dial();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  for (const piece of pieces) {
    const answered = new Promise((resolve) => socket.once("data", resolve));
    socket.write(piece, "latin1");
    await (piece === VISIT ? answered : new Promise((resolve) => setTimeout(resolve, 15)));
  }
  socket.write(visit("Connection: close\r\n"));
  await closed;
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? "");
}

const HOST = "Host: hop.example\r\n";
const VISIT = `GET /abc HTTP/1.1\r\n${HOST}\r\n`;
const INNER = `DELETE /inner HTTP/1.1\r\n${HOST}\r\n`;
const post = (fields: string) => `POST /outer HTTP/1.1\r\n${HOST}${fields}\r\n`;
const visit = (fields: string) => `GET /abc HTTP/1.1\r\n${HOST}${fields}\r\n`;

describe("ambiguously framed requests are rejected, and nothing after them is read", () => {
  test.each([
    ["two different lengths", `${post("Content-Length: 3\r\nContent-Length: 0\r\n")}abc`],
    ["the same length twice", `${post("Content-Length: 3\r\nContent-Length: 3\r\n")}abc`],
    ["a list of lengths", `${post("Content-Length: 3, 3\r\n")}abc`],
    ["a length with a sign", `${post("Content-Length: +3\r\n")}abc`],
    ["a length in hex", `${post("Content-Length: 0x3\r\n")}abc`],
    ["an empty length", post("Content-Length: \r\n")],
    ["Content-Length before chunked", `${post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["chunked before Content-Length", `${post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n")}0\r\n\r\n`],
    ["chunked not as the last encoding", `${post("Transfer-Encoding: chunked, identity\r\n")}0\r\n\r\n`],
    ["an unknown encoding", `${post("Transfer-Encoding: xchunked\r\n")}0\r\n\r\n`],
    ["a space before the colon", `${post("Transfer-Encoding : chunked\r\n")}0\r\n\r\n`],
    ["a tab before the colon", `${post("Content-Length\t: 3\r\n")}abc`],
    ["a vertical tab before chunked", `${post("Transfer-Encoding: \x0bchunked\r\n")}0\r\n\r\n`],
    ["an invalid chunk size", `${post("Transfer-Encoding: chunked\r\n")}0x3\r\nabc\r\n0\r\n\r\n`],
    ["a chunk longer than its size", `${post("Transfer-Encoding: chunked\r\n")}2\r\nabc\r\n0\r\n\r\n`],
    ["a bare line feed after a field", `${post("X: y\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["a bare carriage return in a field", `${post("X: y\rTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    ["a NUL in a field", post("X: a\0b\r\n")],
    ["a field that starts with a space", `POST /outer HTTP/1.1\r\n Content-Length: 3\r\n${HOST}\r\nabc`],
    ["a bare line feed after TE", `${post("TE: trailers\nTransfer-Encoding: chunked\r\n")}0\r\n\r\n`],
    [
      "two framings after TE",
      `${post("TE: trailers\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n")}0\r\n\r\n`,
    ],
    ["an unknown HTTP version", `POST /outer HTTP/1.2\r\n${HOST}Content-Length: 3\r\n\r\nabc`],
  ])("%s", async (_name, request) => {
    expect(await send(request + INNER)).toEqual(["400"]);
    expect(requests).toEqual([]);
    // The same requests after a visit parsed on the socket, in one chunk and in two.
    expect((await send(VISIT + request + INNER)).at(-1)).toBe("400");
    expect(await send(VISIT, request + INNER)).toEqual(["302", "400"]);
    expect(requests).toEqual([]);
  });
});

describe("a body is never read as a request", () => {
  test.each([
    ["of a visit with Content-Length", [visit(`Content-Length: ${INNER.length}\r\n`) + INNER]],
    ["of a visit with Content-Length, sent separately", [visit(`Content-Length: ${INNER.length}\r\n`), INNER]],
    [
      "of a chunked visit",
      [`${visit("Transfer-Encoding: chunked\r\n")}${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`],
    ],
    ["of a visit that accepts trailers", [visit(`TE: trailers\r\nContent-Length: ${INNER.length}\r\n`) + INNER]],
    [
      "of a chunked visit that accepts and has trailers",
      [
        `${visit("TE: trailers\r\nTransfer-Encoding: chunked\r\n")}${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\nX: y\r\n\r\n`,
      ],
    ],
    [
      "of a call after a visit that accepts trailers",
      [visit("TE: trailers\r\n"), post(`Content-Length: ${INNER.length}\r\n`), INNER],
    ],
    [
      "of a call in absolute form",
      [post(`Content-Length: ${INNER.length}\r\n`).replace("/", "http://hop.example/"), INNER],
    ],
    ["of a call after a visit", [VISIT, post(`Content-Length: ${INNER.length}\r\n`), INNER]],
    ["of a call in the same chunk as a visit", [VISIT + post(`Content-Length: ${INNER.length}\r\n`), INNER]],
  ])("%s", async (_name, pieces) => {
    await send(...pieces);
    expect(requests.filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect(requests.every((request) => request.endsWith(INNER.trim()))).toBe(true);
  });
});

test("a folded header field does not end the request", async () => {
  await send(post("X: a\r\n Content-Length: 3\r\n") + INNER);
  expect(requests.filter((request) => request.includes("/outer"))).not.toContain("POST /outer DEL");
});

test("requests on a connection are answered in order, regardless of who answers them", async () => {
  const call = (name: string, body = "") =>
    `POST /${name} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
  expect(await send(VISIT + VISIT + call("a", "x") + VISIT + call("b"))).toEqual([
    "302",
    "302",
    "200",
    "302",
    "200",
    "302",
  ]);
  expect(requests).toEqual(["POST /a x", "POST /b"]);
});

test("the app gets a request in absolute form with the host of its target, and no other", async () => {
  servers.app.removeAllListeners("request").on("request", (request, response) => {
    const hosts = request.rawHeaders.filter((_, index) => request.rawHeaders[index - 1]?.toLowerCase() === "host");
    requests.push(`${request.url} ${hosts}`);
    response.end();
  });
  const call = `GET http://inner.example:81/x?y=1 HTTP/1.1\r\n${HOST}\r\n`;
  expect(await send(VISIT, call)).toEqual(["302", "200", "302"]);
  expect(requests).toEqual(["/x?y=1 inner.example:81"]);
});

test("hop-by-hop headers do not reach the app", async () => {
  servers.app.removeAllListeners("request").on("request", (request, response) => {
    requests.push(JSON.stringify(request.headers));
    response.end();
  });
  const socket = servers.dial().resume();
  socket.write(
    `GET /x HTTP/1.1\r\n${HOST}Connection: close, X-Hop-Client-Ip\r\nX-Hop-Client-Ip: 6.6.6.6\r\nProxy-Connection: keep-alive\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nTE: trailers\r\n\r\n`,
  );
  await until(() => requests.length > 0);
  socket.destroy();
  const [headers] = requests.map((text) => JSON.parse(text));
  expect(headers["x-hop-client-ip"]).toBe("127.0.0.1");
  for (const name of ["proxy-connection", "upgrade", "http2-settings", "te"]) expect(headers).not.toHaveProperty(name);
});
