import type { Actor } from "@/lib/users/types";

type PolicyActor = Pick<Actor, "id" | "role">;

/** A link that an API key made may have no creator; it then belongs to its group. */
type Owned = { createdById: string | null; groupId: string | null };

/** Design section 7: one's own, those of one's groups; overall_admin: all. */
export function canSeeUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return url.groupId !== null && memberOf.has(url.groupId);
}

/** Destination, group, and the statuses active and paused. A group_admin also edits the links of their groups. */
export function canEditUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return actor.role === "group_admin" && url.groupId !== null && memberOf.has(url.groupId);
}

/** Deleting, by DELETE or by setting the status. A group_admin also deletes links of their groups that have no creator. */
export function canDeleteUrl(actor: PolicyActor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return url.createdById === null && canEditUrl(actor, url, memberOf);
}

/** Putting a link into a group: one's own groups; overall_admin: any. */
export function canUseGroup(actor: PolicyActor, groupId: string, memberOf: ReadonlySet<string>): boolean {
  return actor.role === "overall_admin" || memberOf.has(groupId);
}
