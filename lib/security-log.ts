import { log } from "@/lib/log";

/** What is told to operators and not stored: strangers could fill a table with it. */
export type SecurityEvent = "sign_in_link_refused" | "permission_refused" | "api_key_refused";

const WINDOW_MS = 60_000;
/** Of each kind, so that a flood of one drowns neither the other nor the disk. */
export const MAX_LINES_PER_WINDOW = 60;

type Window = { since: number; count: number };
const windows = new Map<SecurityEvent, Window>();

/**
 * Writes a line to the structured log, at most 60 a minute of each kind; the next line says how many
 * were left out.
 *
 * @param fields never a token, a cookie or an address
 */
export function logSecurityEvent(event: SecurityEvent, fields: Record<string, string>, now = Date.now()): void {
  const current = windows.get(event);
  const isOver = !current || now - current.since >= WINDOW_MS;
  const window: Window = isOver ? { since: now, count: 0 } : current;
  windows.set(event, window);
  window.count += 1;
  if (window.count > MAX_LINES_PER_WINDOW) return;
  const leftOut = isOver && current ? Math.max(0, current.count - MAX_LINES_PER_WINDOW) : 0;
  log.warn({ event, ...fields, ...(leftOut > 0 && { leftOut }) }, TEXTS[event]);
}

const TEXTS: Record<SecurityEvent, string> = {
  sign_in_link_refused: "sign-in link refused",
  permission_refused: "permission refused",
  api_key_refused: "API key refused",
};
