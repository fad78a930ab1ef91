import type { Actor, Role } from "@/lib/actor";
import type { ListedUser, User } from "@/lib/users/types";

/** Display name of a role: underscores become spaces; shortcode_admin is "User" (spec sections 1 and 2). */
export function roleLabel(role: Role): string {
  return role === "shortcode_admin" ? "User" : role.replaceAll("_", " ");
}

export function canListUsers(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin" || actor.role === "group_admin";
}

export function canCreateUser(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}

/** Whether the actor may invite users they manage again; the first invitation comes with creating them. */
export function canInviteUsers(actor: Pick<Actor, "role">): boolean {
  return canCreateUser(actor);
}

/** Whether the user can be invited again: users who have signed in request sign-in links themselves. */
export function canBeInvitedAgain({ status, hasSignedIn }: Pick<ListedUser, "status" | "hasSignedIn">): boolean {
  return status === "active" && !hasSignedIn;
}

/** Whether the actor may change the user or their status; never themselves or an overall_admin (spec section 6). */
export function canManageUser(actor: Pick<Actor, "id" | "role">, user: Pick<User, "id" | "role">): boolean {
  if (user.id === actor.id || user.role === "overall_admin") return false;
  return actor.role === "overall_admin" || (actor.role === "group_admin" && user.role === "shortcode_admin");
}

/** Whether the actor may change the role of users they manage. */
export function canChangeRole(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}

/** Whether the actor may change the address of users they manage. Anyone who controls the address can sign in. */
export function canChangeEmail(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
