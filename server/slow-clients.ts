import type { Server } from "node:http";

type Limits = { headersMs: number; requestMs: number; inactiveMs: number };

/** Promise B18: a client that neither sends nor reads is disconnected within 60 seconds. */
const LIMITS: Limits = {
  headersMs: 10_000,
  requestMs: 50_000,
  // Node extends it once while a response is stuck, so the limit is twice this. Live streams send heartbeats more often.
  inactiveMs: 20_000,
};
/** How often the server looks for overdue requests. */
export const CHECK_INTERVAL_MS = 2_000;

/**
 * Disconnects clients that send their request too slowly, and those whose connection is idle: no bytes of the request
 * are received and no bytes of the response accepted.
 */
export function cutSlowClients(server: Server, { headersMs, requestMs, inactiveMs }: Limits = LIMITS): void {
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.timeout = inactiveMs;
}
