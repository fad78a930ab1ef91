import { type Actor, RECENT_SIGN_IN_MINUTES, type Role } from "@/lib/actor";
import { AppError } from "@/lib/errors";

export const RECENT_SIGN_IN_REQUIRED = `Confirm that it's you: this change requires a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.`;

/**
 * Guards changes that could lock everyone out or take over an account, for which an unattended session or a
 * stolen cookie must not suffice.
 *
 * @throws AppError recent_sign_in_required
 */
export function assertRecentSignIn({ session }: Actor): void {
  // A session from the future was started by a clock that was ahead.
  if (session && Math.abs(Date.now() - session.signedInAt) < RECENT_SIGN_IN_MINUTES * 60_000) return;
  throw new AppError("recent_sign_in_required", RECENT_SIGN_IN_REQUIRED);
}

/**
 * Guards granting the role overall_admin: its holder could sign in right away and change everything that needs a
 * recent sign-in.
 *
 * @throws AppError recent_sign_in_required
 */
export function assertMayGrantRole(actor: Actor, role: Role | undefined): void {
  if (role === "overall_admin") assertRecentSignIn(actor);
}
