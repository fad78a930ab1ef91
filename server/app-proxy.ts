import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createProxyServer } from "httpxy";
import type { ErrorBody } from "@/lib/errors";
import { CLIENT_IP_HEADER } from "@/lib/http/front-headers";
import { isPublicApi } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import type { ClientIpRule } from "@/lib/redirect/client-ip";
import { startingPage } from "@/lib/redirect/pages";

/** What a client may not say to the app: addresses, hosts and Next's own messages to itself. */
const REFUSED_HEADER = /^(?:x-hop-|x-forwarded-|x-middleware-|x-real-ip$|forwarded$)/;
/**
 * Between client and front only (RFC 9110, section 7.6.1). Of `connection` there is more: an app that
 * closes after its answer may do so while the end of the request is being written, and the answer is lost.
 */
const HOP_BY_HOP = ["connection", "http2-settings", "keep-alive", "proxy-connection", "te", "upgrade"];
const RETRY_AFTER_SECONDS = 2;

export type AppProxy = {
  pass(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends the answers that have no end of their own: server-sent events. Their readers come again. */
  endEvents(): void;
  close(): void;
};

/** Passes requests on to the app's Unix socket, streaming both ways; a page says so while the app starts. */
export function createAppProxy(socketPath: string, clientIpOf: ClientIpRule): AppProxy {
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ target: { socketPath }, agent, xfwd: false, proxyTimeout: 0 });
  proxy.on("error", (_error, request, response) => {
    if (request && response && "writeHead" in response) answerStarting(request, response);
  });

  const events = new Set<ServerResponse>();

  proxy.on("proxyRes", (answer, _request, response) => {
    if (answer.headers["content-type"]?.startsWith("text/event-stream") && "writeHead" in response) {
      events.add(response);
      response.on("close", () => events.delete(response));
    }
    const staysOpen = "shouldKeepAlive" in response && response.shouldKeepAlive;
    answer.headers.connection = staysOpen ? "keep-alive" : "close";
  });

  function prepare(request: IncomingMessage): void {
    const forwardedFor = request.headers["x-forwarded-for"];
    const ip = clientIpOf(
      request.socket.remoteAddress,
      Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor,
    );
    for (const name of Object.keys(request.headers)) if (REFUSED_HEADER.test(name)) delete request.headers[name];
    if (ip) request.headers[CLIENT_IP_HEADER] = ip;
  }

  return {
    pass(request, response) {
      prepare(request);
      for (const name of HOP_BY_HOP) delete request.headers[name];
      proxy.web(request, response).catch(() => undefined);
    },
    upgrade(request, socket, head) {
      prepare(request);
      proxy.ws(request, socket as Socket, {}, head).catch(() => socket.destroy());
    },
    endEvents() {
      for (const response of events) response.destroy();
    },
    close() {
      agent.destroy();
    },
  };
}

/** In the shape of every error (design section 3). */
const starting = (path: string): ErrorBody => ({
  ...(isPublicApi(path) && { success: false }),
  message: "The server is starting",
  code: "unavailable",
  requestId: randomUUID(),
});

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isCall = request.url?.startsWith("/api/");
  response.writeHead(503, {
    ...(isCall ? { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" } : PAGE_HEADERS),
    "Retry-After": String(RETRY_AFTER_SECONDS),
    "Cache-Control": "no-store",
  });
  response.end(isCall ? JSON.stringify(starting(request.url ?? "")) : startingPage);
}
