import type { Actor } from "@/lib/actor";

/** Whether the actor may list, create, revoke and adopt keys of at least some groups (design section 7). */
export function canManageApiKeys(actor: Pick<Actor, "role">): boolean {
  return actor.role !== "shortcode_admin";
}

export function canManageApiKeysOf(
  actor: Pick<Actor, "role">,
  groupId: string,
  memberOf: ReadonlySet<string>,
): boolean {
  return actor.role === "overall_admin" || (actor.role === "group_admin" && memberOf.has(groupId));
}

export function canDeleteApiKeys(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
