import type { Actor } from "@/lib/users/types";

/** Creating groups; and, of those that `canManageGroup` says, changing them and who is in them. */
export function canManageGroups(actor: Pick<Actor, "role">): boolean {
  return actor.role !== "shortcode_admin";
}

/** A group_admin manages the groups they are in, an overall_admin all (design section 7). */
export function canManageGroup(actor: Pick<Actor, "role">, groupId: string, memberOf: ReadonlySet<string>): boolean {
  return actor.role === "overall_admin" || (actor.role === "group_admin" && memberOf.has(groupId));
}
