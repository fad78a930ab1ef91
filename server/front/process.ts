import cluster from "node:cluster";
import { statSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { env, storesVisitorDetails } from "@/lib/env";
import { log } from "@/lib/log";
import { type ClientIpRule, createClientIpRule, createCountryRule } from "@/lib/redirect/client-ip";
import { interceptVisits, type VisitConnections } from "@/lib/redirect/connections";
import { createRedirector, type Redirector } from "@/lib/redirect/redirector";
import { makePrivateFolder } from "@/server/data-dir/private-folder";
import { createAppProxy } from "@/server/front/app-proxy";
import { appSocketPath } from "@/server/front/app-socket";
import { createHealthCheck } from "@/server/front/health";
import { maySeeDetails } from "@/server/front/health-details";
import { announceKeepAlive, KEEP_ALIVE_MS } from "@/server/front/keep-alive";
import { toOriginForm } from "@/server/front/origin-form";
import { findRefusal, isCounted, recordPending, refuse, refuseUnreadable } from "@/server/front/refusal";
import { openRequestLog } from "@/server/front/request-log";
import { countResponse, responseSamples } from "@/server/front/response-counts";
import { CHECK_INTERVAL_MS, cutSlowClients } from "@/server/front/slow-clients";
import { withStaticFiles } from "@/server/front/static-files";
import { frontSamples } from "@/server/metrics/front-samples";
import { processSamples } from "@/server/metrics/process-samples";
import type { Started } from "@/server/processes/role";
import { StartError } from "@/server/processes/start-error";
import { answerSuccession } from "@/server/processes/succession";

/** The primary process has this long to close its copy of the listening socket. */
const PRIMARY_MS = 100;
/** Connections that wait to be accepted are accepted for at most this long. */
const LAST_CONNECTIONS_MS = 250;
/** Grace period for running requests on shutdown. */
const DRAIN_MS = 5_000;
/** Grace period after a new front has taken over, longer than connections may be idle (lib/redirect/connections.ts). */
const RELOAD_DRAIN_MS = 30_000;
/**
 * Keeps Google's prefetch proxy from fetching short links for people who may never open them, and whose later click it
 * would hide (https://buettner.github.io/private-prefetch-proxy/traffic-advice.html).
 */
const TRAFFIC_ADVICE = JSON.stringify([{ user_agent: "prefetch-proxy", disallow: true }]);
/** Node's own response to a missing Host would be an empty 400. */
const SERVER_OPTIONS = { requireHostHeader: false, connectionsCheckingInterval: CHECK_INTERVAL_MS };
const MEGABYTE = 1024 * 1024;

/** One front process: redirects, and proxies everything else to the app. */
export async function startFront(): Promise<Started> {
  const { COUNTRY_HEADER, DATABASE_URL, DATA_DIR, HOST, NODE_ENV, PORT, REQUEST_LOG, TRUSTED_PROXIES } = env();
  if (!DATABASE_URL) throw new StartError("DATABASE_URL must be set to run the front alone.");
  const appSocket = appSocketPath();
  // In the system's temporary folder, another user's server could wait for requests, with their cookies.
  makePrivateFolder(path.dirname(appSocket), [statSync(DATA_DIR).uid]);
  const clientIp = createClientIpRule(TRUSTED_PROXIES, warnOfUntrustedProxy);
  const redirector = openRedirector(DATABASE_URL, clientIp);
  const health = createHealthCheck({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, redirectorState: redirector.state });
  const proxy = createAppProxy(appSocket, clientIp);
  // In development, Next changes the files.
  const answer = NODE_ENV === "development" ? proxy.pass : withStaticFiles(path.resolve(".next", "static"), proxy.pass);
  const requestLog = REQUEST_LOG === "on" ? openRequestLog() : undefined;

  let isDraining = false;
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    toOriginForm(request);
    announceKeepAlive(request, response, isDraining);
    if (visits.answerRequest(request, response)) return;
    requestLog?.watch(request, response);
    if (request.url === "/health/live") {
      sendJson(response, 200, { status: "live" });
    } else if (request.url === "/.well-known/traffic-advice") {
      response.setHeader("Cache-Control", "public, max-age=86400");
      response.setHeader("Content-Type", "application/trafficadvice+json").end(TRAFFIC_ADVICE);
    } else if (request.url === "/health/ready") {
      void health.ready().then(({ status, body }) => {
        sendJson(response, status, maySeeDetails(request, clientIp) ? body : { status: body.status });
      });
    } else {
      recordPending(request, response);
      countResponse(request, response);
      const refusal = findRefusal(request);
      if (refusal && !isCounted(request)) refuse(request, response, refusal);
      else answer(request, response);
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  cutSlowClients(server);
  server.on("clientError", refuseUnreadable);
  const answerVisit = requestLog?.watchVisits(redirector.answer) ?? redirector.answer;
  const visits = interceptVisits(server, answerVisit, COUNTRY_HEADER);
  if (NODE_ENV === "development") server.on("upgrade", proxy.upgrade);
  const endSuccession = answerSuccession(redirector.links);
  await listen(server, PORT, HOST);

  return {
    samples: () => [...processSamples(), ...frontSamples(redirector), ...responseSamples()],
    drain: async () => {
      isDraining = true;
      proxy.endEvents();
      visits.announceEnd();
      const closed = closeListener(server);
      await Promise.race([closed, sleep(RELOAD_DRAIN_MS)]);
    },
    stopAccepting: () => stopAccepting(server),
    stop: async () => {
      isDraining = true;
      endSuccession();
      proxy.endEvents();
      await closeServer(server, visits);
      await redirector.close();
      await health.close();
      proxy.close();
      requestLog?.close();
    },
  };
}

function openRedirector(databaseUrl: string, clientIp: ClientIpRule): Redirector {
  const { CACHE_MB, CLICK_DURABILITY, DATA_DIR, SPOOL_MAX_MB, TRUSTED_PROXIES } = env();
  const { CLICK_LIMIT_BURST, CLICK_LIMIT_RATE, UNKNOWN_LIMIT_BURST, UNKNOWN_LIMIT_RATE } = env();
  return createRedirector({
    databaseUrl,
    dataDir: DATA_DIR,
    clientIp,
    country: createCountryRule(TRUSTED_PROXIES),
    recordsLanguage: storesVisitorDetails(),
    cacheBytes: CACHE_MB * MEGABYTE,
    durability: CLICK_DURABILITY,
    maxBytes: SPOOL_MAX_MB * MEGABYTE,
    clickLimit: { perSecond: CLICK_LIMIT_RATE, burst: CLICK_LIMIT_BURST },
    unknownLimit: { perSecond: UNKNOWN_LIMIT_RATE, burst: UNKNOWN_LIMIT_BURST },
  });
}

/** Called once per process, since anyone can send the header and must not be able to fill the log. */
function warnOfUntrustedProxy(peer: string): void {
  log.warn(
    { peer },
    "ignored X-Forwarded-For from a peer that is not in TRUSTED_PROXIES; if this is your reverse proxy, add its address there: until then all its visitors count as one address and share its limits (any client can send this header; logged once)",
  );
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

/**
 * Stops accepting connections, without losing those that clients have established already: the system resets them when
 * the last process that shares the listening socket closes it.
 */
async function stopAccepting(server: Server): Promise<void> {
  if (cluster.isWorker && process.connected) {
    process.disconnect();
    await sleep(PRIMARY_MS);
  }
  let hasAccepted = true;
  server.on("connection", () => {
    hasAccepted = true;
  });
  const until = performance.now() + LAST_CONNECTIONS_MS;
  // The rest of this turn of the event loop accepts none; the following ones accept one each.
  await turn();
  while (hasAccepted && performance.now() < until) {
    hasAccepted = false;
    await turn();
  }
  void closeListener(server);
}

/**
 * Resolves when all connections have ended. http's own `close` would cut idle ones at once: a client may be sending a
 * request on one, and must not retry it if it is a POST.
 */
function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** Stops accepting connections, waits for running requests, then closes what is left. */
async function closeServer(server: Server, visits: VisitConnections): Promise<void> {
  const closed = closeListener(server);
  visits.end();
  const cut = setTimeout(() => {
    visits.cut();
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearTimeout(cut);
}
