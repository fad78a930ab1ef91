import { SESSION_LIFETIME_DAYS } from "@/lib/actor";
import { DAY_MS } from "@/lib/days";

const LIFETIME_MS = SESSION_LIFETIME_DAYS * DAY_MS;

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
