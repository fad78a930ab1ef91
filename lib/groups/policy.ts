import type { Actor } from "@/lib/actor";

/** Whether the actor may create groups, and update those that `canManageGroup` allows. */
export function canManageGroups(actor: Pick<Actor, "role">): boolean {
  return actor.role !== "shortcode_admin";
}

/** Whether the actor may update the group and its members: a group_admin if in it, an overall_admin always. */
export function canManageGroup(actor: Pick<Actor, "role">, groupId: string, memberOf: ReadonlySet<string>): boolean {
  return actor.role === "overall_admin" || (actor.role === "group_admin" && memberOf.has(groupId));
}
