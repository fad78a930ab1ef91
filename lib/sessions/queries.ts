import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { activeSessions, endOfLifetime } from "@/lib/sessions/lifetime";
import { REPLACED_SESSION_MS } from "@/lib/sessions/replace";
import type { Session } from "@/lib/sessions/types";

/** The actor's own sessions: the current one first, then by last use. */
export async function listSessions(actor: Actor): Promise<Session[]> {
  const now = Date.now();
  const rows = await prisma().session.findMany({
    // Excludes sessions that a later sign-in has replaced, which expire within a minute.
    where: { userId: actor.id, ...activeSessions(now), expires: { gt: new Date(now + REPLACED_SESSION_MS) } },
    select: { id: true, browser: true, os: true, country: true, createdAt: true, lastSeenAt: true, expires: true },
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }],
  });
  const sessions = rows.map(({ createdAt, lastSeenAt, expires, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: earlier(expires, endOfLifetime(createdAt)).toISOString(),
    isCurrent: row.id === actor.session?.id,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
