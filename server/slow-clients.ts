import type { Server } from "node:http";

type Limits = { headersMs: number; requestMs: number; inactiveMs: number };

/** Promise B18: whoever does not send or does not read is cut within 60 seconds. */
const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 50_000,
  // Node extends it once while an answer is stuck, so twice this is the limit. Live streams send a heartbeat more often.
  inactiveMs: 20_000,
};
/** How often the server looks for overdue requests. */
export const CHECK_INTERVAL_MS = 2_000;

/**
 * Cuts clients that send their request too slowly, and those on whose connection nothing moves: neither are more bytes
 * of the request read, nor bytes of the answer taken.
 */
export function cutSlowClients(server: Server, { headersMs, requestMs, inactiveMs }: Limits = LIMITS): void {
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.timeout = inactiveMs;
}
