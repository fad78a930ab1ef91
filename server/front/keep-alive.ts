import type { IncomingMessage, ServerResponse } from "node:http";
import { KEEP_ALIVE_SECONDS } from "@/lib/redirect/wire";
import { connectionOptions } from "@/server/front/app-headers";

/** How long Node keeps an idle connection: a second more than announced, since a client's last request is on its way. */
export const KEEP_ALIVE_MS = (KEEP_ALIVE_SECONDS + 1) * 1_000;

/** Tells the client whether its connection stays open, and for how long. */
export function announceKeepAlive(request: IncomingMessage, response: ServerResponse, isLast: boolean): void {
  if (isLast || wantsClose(request)) response.setHeader("Connection", "close");
  else response.setHeader("Keep-Alive", `timeout=${KEEP_ALIVE_SECONDS}`);
}

/** RFC 9112, section 9.3. HTTP/1.0 connections are always closed. */
function wantsClose({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== "1.1" || connectionOptions(headers.connection).has("close");
}
