import type { Actor } from "@/lib/actor";

type PolicyActor = Pick<Actor, "id" | "role">;

/** A link created with an API key may have no creator; it then belongs to its group. */
type Owned = { createdById: string | null; groupId: string | null };

/**
 * Whether the actor may see the link: their own and those of their groups; all for an overall_admin (design section 7).
 */
export function canSeeUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return url.groupId !== null && memberOf.has(url.groupId);
}

/**
 * Whether the actor may change destination, group and status (except to deleted): of their own links and, for a
 * group_admin, those of their groups.
 */
export function canEditUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return actor.role === "group_admin" && url.groupId !== null && memberOf.has(url.groupId);
}

/**
 * Whether the actor may delete the link, including by setting the status: their own and, for a group_admin, those of
 * their groups that have no creator.
 */
export function canDeleteUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return url.createdById === null && canEditUrl(actor, url, memberOf);
}

/** Whether the actor may put links into the group: one of their own, or any for an overall_admin. */
export function canUseGroup(actor: PolicyActor, groupId: string, memberOf: ReadonlySet<string>): boolean {
  return actor.role === "overall_admin" || memberOf.has(groupId);
}

/** Whether the actor may see and dismiss codes that visitors tried and no link has. */
export function canManageUnknownCodes(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
