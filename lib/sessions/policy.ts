import { canManageUser } from "@/lib/users/policy";
import type { Actor, User } from "@/lib/users/types";

/** Ending all sessions of somebody else. One's own have calls of their own. */
export function canEndSessionsOf(actor: Pick<Actor, "id" | "role">, user: Pick<User, "id" | "role">): boolean {
  return actor.role === "overall_admin" && canManageUser(actor, user);
}
