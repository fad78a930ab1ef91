import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Answer } from "@/lib/redirect/answer";
import { createClientIpRule, createCountryRule } from "@/lib/redirect/client-ip";
import { looksLikeHost } from "@/lib/redirect/host";
import { createRedirector } from "@/lib/redirect/redirector";
import { parseTarget } from "@/lib/redirect/target";
import type { RequestHead } from "@/lib/redirect/wire";
import { createAppProxy } from "@/server/app-proxy";
import { appSocketPath } from "@/server/app-socket";
import { createHealthCheck } from "@/server/health";
import { maySeeDetails } from "@/server/health-details";
import { findRefusal, notePending, refuse, refuseUnreadable } from "@/server/refusal";
import { StartError, type Started } from "@/server/role";
import { CHECK_INTERVAL_MS, cutSlowClients } from "@/server/slow-clients";
import { interceptVisits } from "@/server/visitor-connections";

/** Requests that run when the end is asked for have this long. */
const DRAIN_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** One front process: redirects, and passes everything else on to the app. */
export async function startFront(): Promise<Started> {
  const { CACHE_MB, CLICK_DURABILITY, DATABASE_URL, DATA_DIR, HOST, NODE_ENV, PORT, SPOOL_MAX_MB, TRUSTED_PROXIES } =
    env();
  const { CLICK_LIMIT_BURST, CLICK_LIMIT_RATE, COUNTRY_HEADER, UNKNOWN_LIMIT_BURST, UNKNOWN_LIMIT_RATE } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the front alone.");
  const clientIpOf = createClientIpRule(TRUSTED_PROXIES, warnOfUntrustedProxy);
  const countryOf = createCountryRule(TRUSTED_PROXIES);
  const redirector = createRedirector({
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    cacheBytes: CACHE_MB * MEGABYTE,
    durability: CLICK_DURABILITY,
    maxBytes: SPOOL_MAX_MB * MEGABYTE,
    clickLimit: { perSecond: CLICK_LIMIT_RATE, burst: CLICK_LIMIT_BURST },
    unknownLimit: { perSecond: UNKNOWN_LIMIT_RATE, burst: UNKNOWN_LIMIT_BURST },
  });
  const health = createHealthCheck({
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    redirectorState: redirector.state,
  });
  const proxy = createAppProxy(appSocketPath(), clientIpOf);

  /** False where the target is not a short URL's. */
  function visit(head: RequestHead, peer: string | undefined, reply: (answer: Answer) => void): boolean {
    const target = parseTarget(head.target);
    if (!target) return false;
    const { method, host, referer, userAgent, purpose } = head;
    const ip = clientIpOf(peer, head.forwardedFor);
    redirector.visit(
      target,
      { method, host, ip, referer, userAgent, purpose, country: countryOf(peer, head.country) },
      reply,
    );
    return true;
  }

  const server = createServer(
    {
      // Without a Host, Node would refuse by itself, with nothing said.
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      const head = isVisit(request) ? headOf(request, COUNTRY_HEADER) : null;
      if (head && visit(head, request.socket.remoteAddress, (answer) => send(request, response, answer))) return;
      if (request.url === "/health/live") {
        sendJson(response, 200, { status: "live" });
      } else if (request.url === "/health/ready") {
        void health.ready().then(({ status, body }) => {
          sendJson(response, status, maySeeDetails(request, clientIpOf) ? body : { status: body.status });
        });
      } else {
        notePending(request, response);
        const refusal = findRefusal(request);
        if (refusal) refuse(request, response, refusal);
        else proxy.pass(request, response);
      }
    },
  );
  cutSlowClients(server);
  server.on("clientError", refuseUnreadable);
  const visitors = interceptVisits(server, visit, COUNTRY_HEADER);
  if (NODE_ENV === "development") {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      proxy.upgrade(request, socket, head),
    );
  }
  await listen(server, PORT, HOST);

  return {
    stop: async () => {
      proxy.endEvents();
      await closeServer(server, visitors);
      await redirector.close();
      await health.close();
      proxy.close();
    },
  };
}

/** Called once per process: anyone can send the header, and must not be able to fill the log. */
function warnOfUntrustedProxy(peer: string): void {
  log.warn(
    { peer },
    "ignored X-Forwarded-For from a peer that is not in TRUSTED_PROXIES; if this is your reverse proxy, add its address there: until then all its visitors count as one address and share its limits (any client can send this header; logged once)",
  );
}

function isVisit({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && looksLikeHost(headers.host);
}

/** The same of a request that node:http has read. */
function headOf({ method, url, headers }: IncomingMessage, countryHeader: string | undefined): RequestHead {
  return {
    method: method === "HEAD" ? "HEAD" : "GET",
    target: url ?? "/",
    userAgent: headers["user-agent"],
    referer: headers.referer,
    host: headers.host,
    forwardedFor: single(headers["x-forwarded-for"]),
    purpose: single(headers["sec-purpose"]),
    country: countryHeader && single(headers[countryHeader]),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
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
async function closeServer(server: Server, visitors: ReturnType<typeof interceptVisits>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  visitors.end();
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    visitors.cut();
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
