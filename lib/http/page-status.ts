import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { isDatabaseUnavailable, isLockConflict } from "@/lib/database-unavailable";

/** Retry-After of pages that failed because of the database, or of a lock in it. */
export const RETRY_AFTER_SECONDS = 5;

/** The response of the page being rendered, and the errors thrown so far. */
type Page = { response: ServerResponse; errors: unknown[] };

/** Next's bundle has its own copy of this module. */
export type PageGlobal = typeof globalThis & { hopPage?: AsyncLocalStorage<Page> };
const shared: PageGlobal = globalThis;

/**
 * Runs a request's handler so that the page it renders can set the status, and so that a page that failed because of
 * the database is sent as 503: in Next, a server component that throws causes a 500 (decision 0070).
 */
export function withPageStatus<T>(response: ServerResponse, handle: () => T): T {
  const page: Page = { response, errors: [] };
  onHeaders(response, () => {
    if (response.statusCode !== 500 || !page.errors.some(isTemporary)) return;
    response.statusCode = 503;
    response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  });
  shared.hopPage ??= new AsyncLocalStorage();
  return shared.hopPage.run(page, handle);
}

function isTemporary(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isLockConflict(error);
}

/**
 * Sets the status of the page that is being rendered. For pages whose refusal must be visible without JavaScript: Next
 * renders `notFound()` only in the browser (vercel/next.js#62228).
 *
 * @returns false if Next runs without Hop's server, or has sent the headers already
 */
export function setPageStatus(status: number): boolean {
  const page = shared.hopPage?.getStore();
  if (!page || page.response.headersSent) return false;
  page.response.statusCode = status;
  return true;
}
