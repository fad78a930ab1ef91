import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createProxyServer } from "httpxy";
import type { ErrorBody } from "@/lib/errors";
import { isPublicApi } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import type { ClientIpRule } from "@/lib/redirect/client-ip";
import { page } from "@/lib/redirect/pages";
import { keepAppHeaders } from "@/server/front/app-headers";
import { awaitApp } from "@/server/front/await-app";
import { createConcurrencyLimiter } from "@/server/front/client-concurrency";

const RETRY_AFTER_SECONDS = 2;

/** Shown while the app starts behind a running front, even to visitors of paused and deleted links. Reloads itself. */
const startingPage = page(
  "Starting",
  "This page will be available in a moment.",
  '<meta http-equiv="refresh" content="2">',
);

export type AppProxy = ReturnType<typeof createAppProxy>;

/**
 * Proxies requests to the app's Unix socket, streaming both ways. While the app starts, requests wait for it for a
 * while, and then get 503. A client's requests take turns before they get a connection, since the app would have to
 * accept hundreds of them before those of others.
 */
export function createAppProxy(socketPath: string, clientIpOf: ClientIpRule, maxWaitMs?: number) {
  const app = awaitApp(socketPath, maxWaitMs);
  const agent = new Agent({ keepAlive: true });
  const limitConcurrency = createConcurrencyLimiter();
  const proxy = createProxyServer({ target: { socketPath }, agent, xfwd: false, proxyTimeout: 0 });
  proxy.on("error", (error, request, response) => {
    app.onError(error);
    if (request && response && "writeHead" in response) answerStarting(request, response);
  });

  const events = new Set<ServerResponse>();
  let hasEndedEvents = false;

  proxy.on("proxyRes", (answer, _request, response) => {
    app.onAnswer();
    if (answer.headers["content-type"]?.startsWith("text/event-stream") && "writeHead" in response) {
      events.add(response);
      response.on("close", () => events.delete(response));
      if (hasEndedEvents) setImmediate(() => response.destroy());
    }
    // httpxy would answer with the header of the client's request, which was removed.
    answer.headers.connection = "hasHeader" in response && response.hasHeader("Connection") ? "close" : "keep-alive";
    // Of the front's connection to the app.
    delete answer.headers["keep-alive"];
  });

  return {
    pass(request: IncomingMessage, response: ServerResponse): void {
      const clientIp = clientIpOf(request.socket.remoteAddress, request.headers["x-forwarded-for"]?.toString());
      keepAppHeaders(request.headers, clientIp);
      const send = () =>
        limitConcurrency(request, response, () => {
          if (!response.destroyed) proxy.web(request, response).catch(() => undefined);
        });
      const starting = app.untilUp();
      if (starting) void starting.then(send);
      else send();
    },
    /** Next's hot reload. Development only: headers pass unfiltered. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      proxy.ws(request, socket as Socket, {}, head).catch(() => socket.destroy());
    },
    /** Ends server-sent event streams, current and future ones, which would never end on their own. Clients reconnect. */
    endEvents(): void {
      hasEndedEvents = true;
      for (const response of events) response.destroy();
    },
    close(): void {
      app.close();
      agent.destroy();
    },
  };
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { url = "" } = request;
  const isCall = url.startsWith("/api/");
  const body: ErrorBody = {
    ...(isPublicApi(url) && { success: false }),
    message: "The server is starting",
    code: "unavailable",
    requestId: randomUUID(),
  };
  response.writeHead(503, {
    ...(isCall ? { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" } : PAGE_HEADERS),
    "Retry-After": String(RETRY_AFTER_SECONDS),
    "Cache-Control": "no-store",
  });
  response.end(isCall ? JSON.stringify(body) : startingPage);
}
