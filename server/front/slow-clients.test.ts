import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { cutSlowClients } from "@/server/front/slow-clients";

/** Larger than the socket buffers. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
const GET = "GET / HTTP/1.1\r\nHost: hop.example\r\n\r\n";
const POST = "POST / HTTP/1.1\r\nHost: hop.example\r\nContent-Length: 5\r\n\r\nab";

// A machine may stall for longer than the slow reader is allowed to pause.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

let server: Server;

async function start(limits: Partial<Parameters<typeof cutSlowClients>[1]>, onRequest: RequestListener): Promise<void> {
  server = createServer({ connectionsCheckingInterval: 20 }, onRequest).listen(0, "127.0.0.1");
  cutSlowClients(server, { headersMs: 60_000, requestMs: 60_000, inactiveMs: 60_000, answerMs: 60_000, ...limits });
  await once(server, "listening");
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function dial(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined).write(text);
  return socket;
}

/** The server's side of the connection. */
async function accepted(): Promise<Socket> {
  const [socket] = await once(server, "connection");
  return socket as Socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

test.each([
  ["incomplete headers", { headersMs: 100, requestMs: 100 }, "GET / HTTP/1.1\r\nHost:"],
  ["an incomplete body", { headersMs: 50, requestMs: 100 }, POST],
  ["nothing", { inactiveMs: 100 }, ""],
])("a client that sends %s is disconnected", async (_name, limits, text) => {
  await start(limits, (request) => void request.resume());
  const client = dial(text);
  const connection = await accepted();
  client.resume();
  await closed(connection);
});

test("an idle connection answers a request that arrived while the process stalled, and is closed otherwise", async () => {
  await start({}, (_request, response) => void response.end());
  server.keepAliveTimeout = 100;
  const client = dial(GET);
  await once(client, "data");
  client.write(GET);
  // Longer than Node keeps the connection: a second more than its limit since Node 24.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await once(client, "data");
  await closed(client);
});

test("a client that stops in the middle of its body gets 408, unless its response has begun", async () => {
  await start({ inactiveMs: 100 }, (request, response) => {
    if (request.url === "/begun") response.write("begun");
    request.resume();
  });
  const answer = await text(dial(POST));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, code: "malformed" });
  const begun = await text(dial(POST.replace("/", "/begun")));
  expect(begun.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
});

test("a client that does not read its response is disconnected", async () => {
  await start({ inactiveMs: 200 }, (_request, response) => void response.end(LARGE));
  dial(GET).pause();
  await closed(await accepted());
});

test("a client that reads slowly but steadily gets the whole response", async () => {
  const inactiveMs = 2_000;
  const wholeMs = 2.5 * inactiveMs;
  await start({ inactiveMs }, (_request, response) => void response.end(LARGE));
  const client = dial(GET);
  let received = 0;
  const startedAt = Date.now();
  for await (const chunk of client) {
    received += chunk.length;
    const due = startedAt + (wholeMs * received) / LARGE.length;
    if (due > Date.now()) await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
    if (received >= LARGE.length) break;
  }
  expect(received).toBeGreaterThanOrEqual(LARGE.length);
});

test("a client that waits again and again for the next part is not disconnected", async () => {
  await start({ inactiveMs: 100, answerMs: 800 }, async (_request, response) => {
    for (let part = 0; part < 5; part++) {
      await new Promise((resolve) => setTimeout(resolve, 350));
      response.write("part ");
    }
    response.end();
  });
  const answer = await text(dial(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")));
  expect(answer.match(/part /g)).toHaveLength(5);
});

test("a client that waits for its response is not disconnected, however long it takes the server", async () => {
  const answer = (_request: unknown, response: ServerResponse) => void setTimeout(() => response.end("late"), 500);
  await start({ inactiveMs: 100, answerMs: 60_000 }, answer);
  expect(await text(dial(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")))).toMatch(/late$/);
});

test.each([
  ["whose response never comes", GET, () => undefined],
  ["whose response stops in the middle", GET, (_request, response) => void response.write("begins")],
  ["that stops in the middle of its body while its response is made", POST, () => undefined],
] satisfies [string, string, RequestListener][])(
  "a client %s is eventually disconnected",
  async (_name, sent, onRequest) => {
    await start({ inactiveMs: 100, answerMs: 300 }, onRequest);
    dial(sent).resume();
    await closed(await accepted());
  },
);
