import { AppError } from "@/lib/errors";
import type { Actor, Role } from "@/lib/users/types";

export const RECENT_SIGN_IN_MINUTES = 15;
export const RECENT_SIGN_IN_REQUIRED = "Confirm that it's you: this change needs a sign-in from the last 15 minutes.";

/**
 * Guards what could lock everybody out or take an account over: a session that was left open, or
 * whose cookie was stolen, is not enough.
 *
 * @throws AppError recent_sign_in_required
 */
export function assertRecentSignIn({ session }: Actor, now = Date.now()): void {
  if (session && now - session.signedInAt < RECENT_SIGN_IN_MINUTES * 60_000) return;
  throw new AppError("recent_sign_in_required", RECENT_SIGN_IN_REQUIRED);
}

/**
 * Guards the making of an overall_admin, who could sign in a moment later and then change all that
 * a recent sign-in is for.
 *
 * @throws AppError recent_sign_in_required
 */
export function assertMayGive(actor: Actor, role: Role | undefined): void {
  if (role === "overall_admin") assertRecentSignIn(actor);
}
