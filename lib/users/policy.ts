import type { Actor, Role, User } from "@/lib/users/types";

/** What a role is called on screen: underscores become spaces, the plain user is "User" (spec sections 1 and 2). */
export function roleLabel(role: Role): string {
  return role === "shortcode_admin" ? "User" : role.replaceAll("_", " ");
}

export function canListUsers(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin" || actor.role === "group_admin";
}

export function canCreateUser(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}

/** Changing a user or their status. Never oneself and never an overall_admin (spec section 6). */
export function canManageUser(actor: Pick<Actor, "id" | "role">, user: Pick<User, "id" | "role">): boolean {
  if (user.id === actor.id || user.role === "overall_admin") return false;
  return actor.role === "overall_admin" || (actor.role === "group_admin" && user.role === "shortcode_admin");
}

/** Giving a user whom one may manage another role. */
export function canChangeRole(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}

/** Giving a user whom one may manage another address. Whoever controls it can sign in as that user. */
export function canChangeEmail(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
