import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { closePool, pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import type { Answer } from "@/lib/redirect/answer";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { createRedirector } from "@/lib/redirect/redirector";
import { parseTarget } from "@/lib/redirect/target";
import { createAppProxy } from "@/server/app-proxy";
import { appSocketPath } from "@/server/app-socket";
import { findRefusal, looksLikeHost, refuse, refuseUnreadable } from "@/server/refusal";
import { runRole, StartError } from "@/server/role";

/** Requests that run when the end is asked for have this long. */
const DRAIN_MS = 5_000;

await runRole(async () => {
  const { DATABASE_URL, DATA_DIR, HOST: host, NODE_ENV, PORT, TRUSTED_PROXIES } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the front alone.");
  const clientIpOf = createClientIpRule(TRUSTED_PROXIES);
  const redirector = createRedirector({ pool: pool(), databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  const proxy = createAppProxy(appSocketPath(), clientIpOf);

  // Without a Host, Node would refuse by itself, with nothing said.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const isVisit = request.method === "GET" || request.method === "HEAD";
    const target = isVisit && looksLikeHost(request.headers.host) ? parseTarget(request.url ?? "/") : null;
    if (!target) {
      const refusal = findRefusal(request);
      if (refusal) refuse(request, response, refusal);
      else proxy.pass(request, response);
      return;
    }
    const {
      referer,
      "x-forwarded-for": forwardedFor,
      "user-agent": userAgent,
      "sec-purpose": purpose,
    } = request.headers;
    const visitor = {
      method: request.method ?? "GET",
      ip: clientIpOf(request.socket.remoteAddress, single(forwardedFor)),
      referer,
      userAgent,
      purpose: single(purpose),
    };
    redirector.visit(target, visitor, (answer) => send(request, response, answer));
  });
  server.on("clientError", refuseUnreadable);
  if (NODE_ENV === "development") {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      proxy.upgrade(request, socket, head),
    );
  }
  await listen(server, PORT, host);

  return {
    stop: async () => {
      await closeServer(server);
      await redirector.close();
      proxy.close();
      await closePool();
    },
  };
});

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "Content-Length": length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = error.code === "EADDRINUSE" ? `Port ${port} is already in use: set PORT to another.` : undefined;
      reject(new StartError(inUse ?? `Cannot listen on ${host}:${port}: ${error.message}`));
    });
    server.listen(port, host, resolve);
  });
}

/** Takes no more connections, lets running requests end, then cuts what is left. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
