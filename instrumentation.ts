import type { PageGlobal } from "@/lib/http/page-status";

/**
 * Called by Next for each error that a page throws (nextjs.org/docs, instrumentation.js). Imports nothing: Next also
 * compiles it for the runtime of the middleware.
 */
export function onRequestError(error: unknown): void {
  (globalThis as PageGlobal).hopPage?.getStore()?.errors.push(error);
}
