import { log } from "@/lib/log";

/** Events that are logged but not stored, because strangers could fill a table with them. */
type SecurityEvent = "sign_in_link_refused" | "permission_refused" | "api_key_refused" | "share_password_refused";

const WINDOW_MS = 60_000;
/** Per event, so that a flood of one kind neither hides the others nor fills the disk. */
export const MAX_LINES_PER_WINDOW = 60;

type Window = { since: number; count: number };
const windows = new Map<SecurityEvent, Window>();

/**
 * Logs a security event, at most 60 times a minute per kind. The next line reports how many were suppressed.
 *
 * @param fields must not contain tokens, cookies or email addresses
 */
export function logSecurityEvent(event: SecurityEvent, fields: Record<string, string>, now = performance.now()): void {
  const current = windows.get(event);
  const isOver = !current || now - current.since >= WINDOW_MS;
  const window: Window = isOver ? { since: now, count: 0 } : current;
  windows.set(event, window);
  window.count += 1;
  if (window.count > MAX_LINES_PER_WINDOW) return;
  const suppressed = isOver && current ? Math.max(0, current.count - MAX_LINES_PER_WINDOW) : 0;
  log.warn({ event, ...fields, ...(suppressed > 0 && { suppressed }) }, TEXTS[event]);
}

const TEXTS: Record<SecurityEvent, string> = {
  sign_in_link_refused: "sign-in link refused",
  permission_refused: "permission refused",
  api_key_refused: "API key refused",
  share_password_refused: "password of a shared page refused",
};
