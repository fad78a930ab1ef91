import { sql } from "@/lib/db/sql";

/** Counted from sign-in; using the session does not extend it. */
export const SESSION_LIFETIME_DAYS = 30;
const LIFETIME_MS = SESSION_LIFETIME_DAYS * 24 * 60 * 60 * 1000;

/** `activeSessions` as SQL. A previous version extended `expires`, so the sign-in date is checked too. */
export const ACTIVE_SESSION = sql`
  expires > now() AND sessions.created_at > now() - ${SESSION_LIFETIME_DAYS} * interval '1 day'`;

/** Sessions from before this date have expired. */
export function oldestSignIn(now = Date.now()): Date {
  return new Date(now - LIFETIME_MS);
}

export function endOfLifetime(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + LIFETIME_MS);
}

/** Prisma condition for sessions that have not expired. */
export function activeSessions(now = Date.now()) {
  return { expires: { gt: new Date(now) }, createdAt: { gt: oldestSignIn(now) } };
}
