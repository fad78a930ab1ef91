import type { IncomingMessage, ServerResponse } from "node:http";
import { execute, sql } from "@/lib/db/sql";
import { RETRY_AFTER_SECONDS } from "@/lib/http/page-status";
import { log } from "@/lib/log";
import { paths } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import { page } from "@/lib/redirect/pages";
import { matchShortUrl } from "@/lib/redirect/visit";
import { openProbePool } from "@/server/postgres/probe-pool";

/** Timeout of connecting, and of the response. */
const TIMEOUT_MS = 2_000;
/** Long enough that navigating from page to page does not need a new connection each time. */
const IDLE_MS = 60_000;
/** A turn of the event loop counts as at most this much waiting for the database. */
const TICK_MS = 100;
/** Pages that do not use the database. */
const STATIC_PAGES: ReadonlySet<string> = new Set([paths.paused, paths.deleted, paths.apiReference]);

/** Shown for dashboard pages whose data cannot be read. Reloads itself. */
const databaseAwayPage = page(
  "Temporarily unavailable",
  "The database cannot be reached. This page reloads automatically.",
  '<meta http-equiv="refresh" content="5">',
);

/**
 * Checks the database before a page is rendered (decision 0070).
 *
 * @param timeoutMs several times TICK_MS
 */
export function createPageGuard(databaseUrl: string, timeoutMs = TIMEOUT_MS) {
  const pool = openProbePool(databaseUrl, { timeoutMs, idleTimeoutMillis: IDLE_MS });
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const loop = watchLoop();
    try {
      await probe(loop);
      return true;
    } catch (error) {
      log.warn({ err: error }, "database unavailable; pages return 503");
      return false;
    } finally {
      loop.stop();
      asking = undefined;
    }
  }

  /** Tries again after a timeout of a busy process: timers run before what the database has answered is read. */
  async function probe(loop: LoopWatch): Promise<void> {
    const began = performance.now();
    try {
      await execute(pool, sql`SELECT`);
    } catch (error) {
      const isTimeout = performance.now() - began > timeoutMs / 2;
      if (!isTimeout || loop.freeMs() > timeoutMs / 2) throw error;
      await probe(loop);
    }
  }

  return {
    /** Answers 503 to a page request if the database is unavailable. @returns whether it answered */
    async refuse(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      if (!needsDatabase(request)) return false;
      asking ??= ask();
      if (await asking) return false;
      response.writeHead(503, {
        ...PAGE_HEADERS,
        "Content-Length": Buffer.byteLength(databaseAwayPage),
        "Cache-Control": "private, no-store",
        "Retry-After": String(RETRY_AFTER_SECONDS),
      });
      response.end(request.method === "HEAD" ? undefined : databaseAwayPage);
      return true;
    },
    close: () => pool.end(),
  };
}

type LoopWatch = ReturnType<typeof watchLoop>;

/** Measures for how long the event loop can read answers: a turn that blocks it is one tick, however long it takes. */
function watchLoop() {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  return { freeMs: () => ticks * TICK_MS, stop: () => clearInterval(timer) };
}

/** Whether a browser shows its answer, which needs the database: pages that show data, and where a sign-in link leads. */
export function needsDatabase({ method, url = "/" }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = "/"] = url.split("?", 1);
  if (method === "GET" && path.startsWith(paths.api.verify(""))) return true;
  if (/^\/(?:api|_next)(?:\/|$)/.test(path) || path.includes(".")) return false;
  return !STATIC_PAGES.has(path) && matchShortUrl(url) === null;
}
