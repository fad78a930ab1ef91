import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseUnreadable } from "@/server/front/refusal";

type Limits = { headersMs: number; requestMs: number; inactiveMs: number; answerMs: number };

/** Promise B18: a client that neither sends nor reads is disconnected within 60 seconds. */
const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 50_000,
  // Node extends it once while a response is stuck, so the limit is twice this. Live streams send heartbeats more
  // often.
  inactiveMs: 20_000,
  // The same timeout as nginx's (deploy/nginx/hop.conf), since a statement may take longer than clients may be
  // inactive.
  answerMs: 120_000,
};
/** How often the server looks for overdue requests. */
export const CHECK_INTERVAL_MS = 2_000;

/**
 * Disconnects clients that send their request too slowly, and those whose connection is idle: no bytes of the request
 * are received and no bytes of the response accepted. One whose body stops before its response gets 408; one that waits
 * for the response is disconnected after `answerMs`.
 */
export function cutSlowClients(server: Server, limits: Limits = LIMITS): void {
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.timeout = limits.inactiveMs;
  const lastResponses = new WeakMap<Socket, ServerResponse>();
  server.on("request", (request, response) => {
    lastResponses.set(request.socket, response);
    awaitAnswer(request, response, limits);
  });
  server.on("timeout", (socket) => {
    if (lastResponses.get(socket)?.closed !== false) cutIfIdle(socket);
  });
}

/** Unless a request has arrived during a stall of the process, which is read before the immediate. */
function cutIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** A client that has sent its whole request and accepted all bytes of the response is not the slow one. */
function awaitAnswer(request: IncomingMessage, response: ServerResponse, { inactiveMs, answerMs }: Limits): void {
  let written = request.socket.bytesWritten;
  let waitedMs = 0;
  response.on("timeout", (socket: Socket) => {
    if (socket.bytesWritten !== written) waitedMs = 0;
    written = socket.bytesWritten;
    waitedMs += inactiveMs;
    const isWaiting = request.complete && socket.writableLength === 0;
    if (isWaiting && waitedMs < answerMs) socket.setTimeout(inactiveMs);
    else if (request.complete || response.headersSent) socket.destroy();
    else refuseUnreadable(Object.assign(new Error("the body stopped"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  });
}
