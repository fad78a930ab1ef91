import type { Actor } from "@/lib/actor";

type Scoped = { groupId: string | null };

/** Whether the actor may manage templates of at least some groups (design section 7). */
export function canManageTemplates(actor: Pick<Actor, "role">): boolean {
  return actor.role !== "shortcode_admin";
}

/** Whether the actor may see a template: the installation's and those of their groups; all for an overall_admin. */
export function canSeeTemplate(
  actor: Pick<Actor, "role">,
  { groupId }: Scoped,
  memberOf: ReadonlySet<string>,
): boolean {
  return actor.role === "overall_admin" || groupId === null || memberOf.has(groupId);
}

/**
 * Whether the actor may manage a template: those of their groups. Only an overall_admin may manage all, including the
 * installation's.
 */
export function canManageTemplate(
  actor: Pick<Actor, "role">,
  { groupId }: Scoped,
  memberOf: ReadonlySet<string>,
): boolean {
  if (actor.role === "overall_admin") return true;
  return actor.role === "group_admin" && groupId !== null && memberOf.has(groupId);
}

export function canRegenerateQr(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
