import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { AppError, forbidden } from "@/lib/errors";
import { insertInvitation } from "@/lib/users/invitation";
import { lockManagedUserOrThrow } from "@/lib/users/lock";
import { canBeInvitedAgain, canInviteUsers } from "@/lib/users/policy";
import type { Invitation } from "@/lib/users/types";

export const MAX_INVITATIONS_PER_HOUR = 3;
export const INVITED_TOO_OFTEN = `A user can be invited again at most ${MAX_INVITATIONS_PER_HOUR} times an hour.`;
export const NOT_INVITABLE = "Only an active user who has not signed in yet can be invited again";
const HOUR_IN_SECONDS = 60 * 60;

const limiter = createRateLimiter("invitation", HOUR_IN_SECONDS);

/**
 * Emails a user who has not signed in yet a new invitation, which replaces the earlier one.
 *
 * @throws AppError forbidden, not_found, conflict, rate_limited
 */
export async function inviteUser(actor: Actor, id: string): Promise<Invitation> {
  if (!canInviteUsers(actor)) throw forbidden();
  return prisma().$transaction(async (tx) => {
    const { email, status } = await lockManagedUserOrThrow(tx, actor, id);
    const { emailVerified } = await tx.user.findUniqueOrThrow({ where: { id }, select: { emailVerified: true } });
    if (!canBeInvitedAgain({ status, hasSignedIn: emailVerified !== null }))
      throw new AppError("conflict", NOT_INVITABLE);
    await limiter.consume(id, MAX_INVITATIONS_PER_HOUR, INVITED_TOO_OFTEN);
    const expires = await insertInvitation(tx, actor, { id, email });
    return { email, expiresAt: expires.toISOString() };
  });
}
