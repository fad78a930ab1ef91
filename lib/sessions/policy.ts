import type { Actor } from "@/lib/actor";
import { canManageUser } from "@/lib/users/policy";
import type { User } from "@/lib/users/types";

/** Ending all sessions of another user. Users end their own with `endSession` and `endOtherSessions`. */
export function canEndSessionsOf(actor: Pick<Actor, "id" | "role">, user: Pick<User, "id" | "role">): boolean {
  return actor.role === "overall_admin" && canManageUser(actor, user);
}
