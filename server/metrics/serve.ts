import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { formatHostPort, type HostPort } from "@/lib/host-port";
import { log } from "@/lib/log";
import { CHECK_INTERVAL_MS, cutSlowClients } from "@/server/front/slow-clients";
import { render } from "@/server/metrics/render";
import type { Sample } from "@/server/metrics/sample";
import { logLifecycle } from "@/server/processes/process-output";

/** Scrapes within this time get the same text. */
const FRESH_MS = 1_000;
const RETRY_MS = 10_000;
const MAX_CONNECTIONS = 100;
/** A scrape is one small request. */
const LIMITS = { headersMs: 5_000, requestMs: 5_000, inactiveMs: 20_000, answerMs: 20_000, checkMs: CHECK_INTERVAL_MS };

type Scrape = Awaited<ReturnType<typeof render>>;

/**
 * Serves /metrics. An address that cannot be used is logged once and retried every ten seconds: redirects continue
 * without metrics.
 *
 * @returns a function that stops serving
 */
export function serveMetrics(
  address: HostPort,
  gather: () => Promise<Sample[]>,
  { retryMs = RETRY_MS, limits = LIMITS } = {},
): () => void {
  let latest: { at: number; scrape: Promise<Scrape> } | undefined;
  const scrape = () => {
    const now = performance.now();
    if (!latest || now - latest.at > FRESH_MS) {
      latest = { at: now, scrape: gather().then(render) };
    }
    return latest.scrape;
  };
  const server = createServer({ connectionsCheckingInterval: limits.checkMs }, (request, response) => {
    void answer(request, response, scrape);
  });
  server.maxConnections = MAX_CONNECTIONS;
  cutSlowClients(server, limits);
  const stopTrying = keepListening(server, address, retryMs);
  return () => {
    stopTrying();
    server.close();
    server.closeAllConnections();
  };
}

function keepListening(server: Server, address: HostPort, retryMs: number): () => void {
  const where = formatHostPort(address);
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const listen = () => server.listen(address);
  server.on("listening", () => {
    // The server must not keep the process alive.
    server.unref();
    logLifecycle({ address: where }, "serving metrics");
  });
  server.on("error", (error) => {
    if (!hasFailed) {
      log.error({ err: error, address: where }, "cannot listen on METRICS_ADDRESS; running without metrics, retrying");
    }
    hasFailed = true;
    timer = setTimeout(listen, retryMs).unref();
  });
  listen();
  return () => clearTimeout(timer);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<Scrape>,
): Promise<void> {
  // Discards the body.
  request.resume();
  const [path] = (request.url ?? "").split("?");
  if (path !== "/metrics") return send(response, 404, "Metrics are at /metrics.\n");
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return send(response, 405, "Use GET.\n");
  }
  try {
    const { text, contentType } = await scrape();
    send(response, 200, text, contentType);
  } catch (error) {
    log.error({ err: error }, "metrics not gathered");
    send(response, 500, "Metrics could not be gathered; see the log.\n");
  }
}

/** node:http sends no body in answer to HEAD. */
function send(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}
