import { prisma } from "@/lib/db/prisma";
import type { Group, GroupMembership } from "@/lib/groups/types";
import type { Actor } from "@/lib/users/types";

/** The groups one belongs to, by name; all of them for an overall_admin. */
export async function listGroups(actor: Actor): Promise<Group[]> {
  return prisma().group.findMany({
    where: visibleGroups(actor),
    select: { id: true, name: true, description: true, userLimit: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
}

/** Memberships that one may see: one's own, a group_admin those of their groups, an overall_admin all. */
export async function listMemberships(actor: Actor): Promise<GroupMembership[]> {
  const own = actor.role === "shortcode_admin" ? { userId: actor.id } : { group: visibleGroups(actor) };
  return prisma().groupMembership.findMany({
    where: own,
    select: { userId: true, groupId: true },
    orderBy: [{ groupId: "asc" }, { userId: "asc" }],
  });
}

/** Ids of the groups that a user belongs to. */
export async function groupIdsOf(userId: string): Promise<ReadonlySet<string>> {
  const rows = await prisma().groupMembership.findMany({ where: { userId }, select: { groupId: true } });
  return new Set(rows.map(({ groupId }) => groupId));
}

function visibleGroups(actor: Actor) {
  return actor.role === "overall_admin" ? {} : { memberships: { some: { userId: actor.id } } };
}
