import type { Actor } from "@/lib/users/types";

type Owned = { createdById: string; groupId: string | null };

/** Design section 7: one's own, those of one's groups; overall_admin: all. */
export function canSeeUrl(actor: Actor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return url.groupId !== null && memberOf.has(url.groupId);
}

/** Destination, group, and the statuses active and paused. A group_admin also edits the links of their groups. */
export function canEditUrl(actor: Actor, url: Owned, memberOf: ReadonlySet<string>): boolean {
  if (actor.role === "overall_admin" || url.createdById === actor.id) return true;
  return actor.role === "group_admin" && url.groupId !== null && memberOf.has(url.groupId);
}

/** Deleting, by DELETE or by setting the status. */
export function canDeleteUrl(actor: Actor, url: Pick<Owned, "createdById">): boolean {
  return actor.role === "overall_admin" || url.createdById === actor.id;
}

/** Putting a link into a group: one's own groups; overall_admin: any. */
export function canUseGroup(actor: Actor, groupId: string, memberOf: ReadonlySet<string>): boolean {
  return actor.role === "overall_admin" || memberOf.has(groupId);
}
