import type { IncomingMessage, ServerResponse } from "node:http";
import pg from "pg";
import { log } from "@/lib/log";
import { paths } from "@/lib/paths";
import { PAGE_HEADERS } from "@/lib/redirect/answer";
import { databaseAwayPage } from "@/lib/redirect/pages";
import { parseTarget } from "@/lib/redirect/target";

/** For connecting, and again for the answer. */
const TIMEOUT_MS = 2_000;
/** Somebody who goes from page to page does not wait for a new connection each time. */
const IDLE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** Pages that read nothing from the database. */
const STATIC_PAGES: ReadonlySet<string> = new Set([paths.paused, paths.deleted, paths.apiReference]);

export type PageGuard = {
  /** Answers 503 to a page that cannot be rendered because the database is away. @returns whether it did */
  refuse(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Asks the database before a page is rendered. Next cannot do it: a server component cannot choose the status of its
 * page, and one that throws gets a 500 (decision 0127).
 */
export function createPageGuard(databaseUrl: string): PageGuard {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
  });
  pool.on("error", () => undefined);
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      await pool.query("SELECT 1");
      return true;
    } catch (error) {
      log.warn({ err: error }, "pages answer 503: the database does not answer");
      return false;
    } finally {
      asking = undefined;
    }
  }

  return {
    async refuse(request, response) {
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

/** Whether it is a page, as opposed to a call, a file or a short URL, and one that shows data. */
export function needsDatabase({ method, url = "/" }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const [path = "/"] = url.split("?", 1);
  if (/^\/(?:api|_next)(?:\/|$)/.test(path) || path.includes(".")) return false;
  return !STATIC_PAGES.has(path) && parseTarget(url) === null;
}
