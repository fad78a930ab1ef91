import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden, notFound } from "@/lib/errors";
import { formatDevice } from "@/lib/format";
import { activeSessions } from "@/lib/sessions/lifetime";
import { canEndSessionsOf } from "@/lib/sessions/policy";
import { lockManagedUserOrThrow } from "@/lib/users/lock";

/**
 * Ends one of the actor's own sessions.
 *
 * @throws AppError not_found, including for another user's session
 */
export async function endSession(actor: Actor, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) throw notFound("Session");
  await prisma().$transaction(async (tx) => {
    const where = { id, userId: actor.id, ...activeSessions() };
    const session = await tx.session.findFirst({ where, select: { browser: true, os: true } });
    const { count } = await tx.session.deleteMany({ where });
    if (!session || count === 0) throw notFound("Session");
    // The session may have been the actor's current one.
    const { id: actorId, label } = actor;
    await recordAudit(
      tx,
      { id: actorId, label },
      {
        action: "session.end",
        subject: { type: "session", id, label: formatDevice(session) },
      },
    );
  });
  return { id };
}

/**
 * Ends all of the actor's sessions except the current one.
 *
 * @returns how many were ended
 */
export async function endOtherSessions(actor: Actor): Promise<{ endedCount: number }> {
  const { session } = actor;
  if (!session) throw new Error("Ending other sessions requires a session");
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({
      where: { userId: actor.id, id: { not: session.id }, ...activeSessions() },
    });
    if (count > 0) {
      await recordAudit(tx, actor, {
        action: "session.end_others",
        subject: { type: "session", id: session.id, label: "" },
        after: { ended: count },
      });
    }
    return { endedCount: count };
  });
}

/**
 * Ends all sessions of a user, who can sign in again.
 *
 * @returns how many were ended
 * @throws AppError forbidden, not_found; conflict if the user has been erased
 */
export async function endSessionsOf(actor: Actor, userId: string): Promise<{ endedCount: number }> {
  return prisma().$transaction(async (tx) => {
    const user = await lockManagedUserOrThrow(tx, actor, userId);
    if (!canEndSessionsOf(actor, user)) throw forbidden();
    const { count } = await tx.session.deleteMany({ where: { userId, ...activeSessions() } });
    if (count > 0) {
      await recordAudit(tx, actor, {
        action: "user.end_sessions",
        subject: { type: "user", id: userId, label: user.email },
        after: { ended: count },
      });
    }
    return { endedCount: count };
  });
}
