/** Counted from the sign-in, however often the session is used. */
export const SESSION_LIFETIME_DAYS = 30;
const LIFETIME_MS = SESSION_LIFETIME_DAYS * 24 * 60 * 60 * 1000;

/** The same as a condition on the table sessions. A previous version extended `expires`; the sign-in's date stays. */
export const ACTIVE_SESSION_SQL = `expires > now() AND sessions.created_at > now() - interval '${SESSION_LIFETIME_DAYS} days'`;

/** The earliest sign-in whose session still lasts. */
export function oldestSignIn(now = Date.now()): Date {
  return new Date(now - LIFETIME_MS);
}

/** Which sessions may be used, as a Prisma condition. */
export function activeSessions(now = Date.now()) {
  return { expires: { gt: new Date(now) }, createdAt: { gt: oldestSignIn(now) } };
}
