import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** Next's bundle has a copy of this module of its own. */
const shared = globalThis as typeof globalThis & { hopPageResponse?: AsyncLocalStorage<ServerResponse> };

/** Runs a request's handler so that the page it renders can set the status. */
export function withPageStatus<T>(response: ServerResponse, handle: () => T): T {
  shared.hopPageResponse ??= new AsyncLocalStorage();
  return shared.hopPageResponse.run(response, handle);
}

/**
 * Sets the status of the page that is being rendered. For pages that must show their refusal without JavaScript: what
 * `notFound()` shows is only rendered in the browser (vercel/next.js#62228).
 *
 * @returns false if Next runs without Hop's server, or has sent the headers already
 */
export function setPageStatus(status: number): boolean {
  const response = shared.hopPageResponse?.getStore();
  if (!response || response.headersSent) return false;
  response.statusCode = status;
  return true;
}
