import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { paths } from "@/lib/paths";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { shortestOf } from "@/lib/testing/stalls";
import { until } from "@/lib/testing/until";
import { type AppProxy, createAppProxy } from "@/server/front/app-proxy";
import { announceKeepAlive } from "@/server/front/keep-alive";

/** Tests of a starting app finish long before this, and tests of one that stays down don't wait longer. */
const MAX_WAIT_MS = 1_000;

let folder: string;
let app: Server;
let front: Server;
let proxy: AppProxy;
let onRequest: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-proxy-"));
  const socketPath = path.join(folder, "app.sock");
  app = createServer((incoming, response) => onRequest(incoming, response)).listen(socketPath);
  proxy = createAppProxy(socketPath, createClientIpRule([]), MAX_WAIT_MS);
  front = createServer((incoming, response) => {
    announceKeepAlive(incoming, response, false);
    proxy.pass(incoming, response);
  }).listen(0, "127.0.0.1");
  await Promise.all([once(app, "listening"), once(front, "listening")]);
});

afterEach(async () => {
  proxy.close();
  for (const server of [front, app]) {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true, force: true });
});

function call(options: { method?: string; path?: string; headers?: Record<string, string> } = {}) {
  const { port } = front.address() as AddressInfo;
  return request({ host: "127.0.0.1", port, agent: false, ...options });
}

async function answerTo(outgoing: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [response] = await once(outgoing.end(), "response");
  return response as IncomingMessage;
}

test("responses are streamed", async () => {
  onRequest = (_incoming, response) => void response.write("first");
  const response = await answerTo(call());
  const [chunk] = await once(response, "data");
  expect(String(chunk)).toBe("first");
  response.destroy();
});

test("server-sent events are streamed, and endEvents closes them but no other responses", async () => {
  onRequest = (incoming, response) => {
    response.setHeader("Content-Type", incoming.url === "/events" ? "text/event-stream" : "text/csv");
    response.write("first");
  };
  const events = await answerTo(call({ path: "/events" }));
  const file = await answerTo(call({ path: "/file" }));
  events.on("error", () => undefined);
  for (const response of [events, file]) expect(String((await once(response, "data"))[0])).toBe("first");
  const ended = new Promise((resolve) => events.on("close", resolve));
  proxy.endEvents();
  await ended;
  expect(file.destroyed).toBe(false);
  file.on("error", () => undefined).destroy();
});

test("after endEvents, a stream that the app begins is closed as well", async () => {
  onRequest = (_incoming, response) => {
    response.setHeader("Content-Type", "text/event-stream");
    response.write("first");
  };
  proxy.endEvents();
  const outgoing = call().end();
  outgoing.on("error", () => undefined).on("response", (response) => response.on("error", () => undefined).resume());
  await once(outgoing, "close");
});

test("request bodies are streamed", async () => {
  const arrived = new Promise<string>((resolve) => {
    onRequest = (incoming) => incoming.once("data", (chunk) => resolve(String(chunk)));
  });
  const outgoing = call({ method: "POST", headers: { "Transfer-Encoding": "chunked" } }).on("error", () => undefined);
  outgoing.write("first");
  expect(await arrived).toBe("first");
  outgoing.destroy();
});

test("a client's disconnect is passed on to the app", async () => {
  const gone = new Promise<void>((resolve) => {
    onRequest = (_incoming, response) => {
      response.write("first");
      response.once("close", resolve);
    };
  });
  const response = await answerTo(call());
  await once(response, "data");
  response.destroy();
  await gone;
});

test("a thousand concurrent streams of one client stay open", async () => {
  onRequest = (_incoming, response) => void response.write("first");
  const stream = () => answerTo(call({ path: paths.api.analyticsLive }));
  const responses = await Promise.all(Array.from({ length: 1_000 }, stream));
  await Promise.all(responses.map((response) => once(response, "data")));
  onRequest = (_incoming, response) => void response.end("another");
  expect(String((await once(await answerTo(call()), "data"))[0])).toBe("another");
  for (const response of responses) response.destroy();
});

test("a client's flood gets few connections to the app, so that it accepts those of others at once", async () => {
  let connections = 0;
  app.on("connection", () => {
    connections += 1;
  });
  const waiting: ServerResponse[] = [];
  onRequest = (_incoming, response) => void waiting.push(response);
  const answers = Promise.all(
    ["/", paths.api.urls, paths.api.openApi].flatMap((path) =>
      Array.from({ length: 50 }, async () => {
        const answer = await answerTo(call({ path }));
        answer.resume();
        return answer.statusCode;
      }),
    ),
  );
  await until(() => waiting.length >= 72);
  expect(waiting).toHaveLength(72);
  const taken = connections;
  onRequest = (_incoming, response) => void response.end();
  for (const response of waiting) response.end();
  expect(new Set(await answers)).toEqual(new Set([200]));
  // One more may have asked whether the app is up, unless it did so before they were counted.
  expect([72, 73]).toContain(taken);
});

test("the app receives no spoofed headers from clients", async () => {
  let seen: IncomingMessage["headers"] = {};
  onRequest = (incoming, response) => {
    seen = incoming.headers;
    response.end();
  };
  await answerTo(
    call({
      headers: {
        "X-Hop-Client-Ip": "6.6.6.6",
        "X-Forwarded-For": "6.6.6.6",
        "X-Forwarded-Host": "evil.example",
        "X-Real-Ip": "6.6.6.6",
        "X-Middleware-Subrequest": "middleware",
        Forwarded: "for=6.6.6.6",
        "X-Unknown": "6.6.6.6",
        Accept: "text/css",
      },
    }),
  );
  expect(seen).toMatchObject({ "x-hop-client-ip": "127.0.0.1", accept: "text/css" });
  expect(JSON.stringify(seen)).not.toMatch(/6\.6\.6\.6|evil|middleware/);
});

test.each(["close", "keep-alive, X-Secret", "Upgrade", "Accept"])(
  "the app never sees a client's Connection header: %s",
  async (connection) => {
    // As in server/app.ts.
    app.keepAliveTimeout = 0;
    let seen: IncomingMessage | undefined;
    onRequest = (incoming, response) => {
      seen = incoming;
      response.end();
    };
    const response = await answerTo(call({ headers: { Connection: connection, "X-Secret": "a", Accept: "text/css" } }));
    // The proxy's own header, which keeps its connection to the app open.
    expect(seen?.rawHeaders.filter((_, index, all) => /^connection$/i.test(all[index - 1] ?? ""))).toEqual([
      "keep-alive",
    ]);
    expect(seen?.headers["x-secret"]).toBeUndefined();
    expect(seen?.headers.accept).toBe(connection === "Accept" ? undefined : "text/css");
    expect(response.headers.connection).toBe(connection === "close" ? "close" : "keep-alive");
    expect(response.headers["keep-alive"]).toBe(connection === "close" ? undefined : "timeout=5");
  },
);

test.each([
  ["/api/urls", "application/json", /^\{"message".*"code":"unavailable".*"requestId"/],
  ["/api/v1/urls", "application/json", /^\{"success":false.*"code":"unavailable".*"requestId"/],
  ["/urls", "text/html; charset=utf-8", /<h1>Starting<\/h1>/],
  // Its visitors know of no dashboard.
  ["/paused", "text/html; charset=utf-8", /<p>This page will be available in a moment\.<\/p>/],
])("while the app stays down, %s returns 503 with Retry-After", async (target, type, body) => {
  await new Promise((resolve) => app.close(resolve));
  const response = await answerTo(call({ path: target }));
  expect([response.statusCode, response.headers["content-type"], response.headers["retry-after"]]).toEqual([
    503,
    type,
    "2",
  ]);
  const text = String((await once(response, "data"))[0]);
  expect(text).toMatch(body);
  expect(text).not.toMatch(/<script|<link|src=|url\(|@import/i);
});

test("requests wait for an app that starts, and get its response", async () => {
  await new Promise((resolve) => app.close(resolve));
  onRequest = (incoming, response) => void incoming.pipe(response);
  const responses = Array.from({ length: 5 }, (_, n) => {
    const outgoing = call({ method: "POST" });
    outgoing.write(`body ${n}`);
    return answerTo(outgoing);
  });
  app.listen(path.join(folder, "app.sock"));
  const bodies = await Promise.all(responses.map(async (one) => String((await once(await one, "data"))[0])));
  expect(bodies).toEqual(["body 0", "body 1", "body 2", "body 3", "body 4"]);
});

test("requests wait for an app that restarts, from the first that was refused", async () => {
  onRequest = (_incoming, response) => response.end("up");
  const socketPath = path.join(folder, "app.sock");
  expect((await answerTo(call())).statusCode).toBe(200);
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
  expect((await answerTo(call())).statusCode).toBe(503);
  const waiting = answerTo(call());
  app.listen(socketPath);
  expect((await waiting).statusCode).toBe(200);
});

test("requests wait only once for an app that stays down", async () => {
  await new Promise((resolve) => app.close(resolve));
  expect((await answerTo(call())).statusCode).toBe(503);
  const askThrice = async () => {
    const began = performance.now();
    for (let turn = 0; turn < 3; turn++) expect((await answerTo(call())).statusCode).toBe(503);
    return performance.now() - began;
  };
  expect(await shortestOf(4, MAX_WAIT_MS, askThrice)).toBeLessThan(MAX_WAIT_MS);
});

test("an app that took longer than any request waited is waited for again once it has answered", async () => {
  onRequest = (_incoming, response) => response.end("up");
  await new Promise((resolve) => app.close(resolve));
  expect((await answerTo(call())).statusCode).toBe(503);
  app.listen(path.join(folder, "app.sock"));
  expect((await answerTo(call())).statusCode).toBe(200);
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
  expect((await answerTo(call())).statusCode).toBe(503);
  const waiting = answerTo(call());
  app.listen(path.join(folder, "app.sock"));
  expect((await waiting).statusCode).toBe(200);
});
