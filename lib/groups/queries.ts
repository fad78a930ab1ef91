import { validate as isUuid, NIL as NIL_UUID } from "uuid";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { join, queryRows, type Sql, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";
import { type ListMembershipsQuery, type ListMembersQuery, MEMBERSHIP_SEPARATOR } from "@/lib/groups/schema";
import type { Group, GroupCounts, GroupMember, GroupMembership } from "@/lib/groups/types";
import { DEFAULT_PAGE_SIZE, MAX_COUNTED, type Page, toPage, toTotal } from "@/lib/list-query";
import { compareNames } from "@/lib/name";
import { canListUsers } from "@/lib/users/policy";
import { findUsers } from "@/lib/users/queries";
import type { User } from "@/lib/users/types";

/** Columns selected for the DTO. */
export const groupColumns = { id: true, name: true, description: true, userLimit: true } as const;

/** Lists the actor's groups by name; all groups for an overall_admin. */
export async function listGroups(actor: Actor): Promise<Group[]> {
  const groups = await prisma().group.findMany({ where: visibleGroups(actor), select: groupColumns });
  return groups.sort(compareNames);
}

/** Counting stops here: a group may have a million links. */
export const MAX_COUNTED_URLS = 1000;

/**
 * Counts the members and links of each group that the actor sees, in the order of `listGroups`. Reading links in index
 * order stops after the first thousand, instead of reading all links of a large group.
 */
export async function countGroups(actor: Actor): Promise<GroupCounts[]> {
  const visible = actor.role === "overall_admin" ? sql`true` : sql`id IN (${groupsOf(actor.id)})`;
  const rows = await queryRows<{ id: string; name: string; memberCount: number; urlCount: number }>(
    pool(),
    sql`
      SELECT id, name,
        (SELECT count(*)::int FROM group_memberships WHERE group_id = groups.id) AS "memberCount",
        (SELECT count(*)::int FROM (
          SELECT FROM short_urls WHERE group_id = groups.id AND status <> 'deleted'
          ORDER BY id LIMIT ${MAX_COUNTED_URLS + 1}) AS counted) AS "urlCount"
      FROM groups WHERE ${visible}`,
  );
  return rows.sort(compareNames).map(({ id, memberCount, urlCount }) => {
    const { total, hasMoreThanTotal = false } = toTotal(urlCount, MAX_COUNTED_URLS);
    return { groupId: id, memberCount, urlCount: total, hasMoreUrls: hasMoreThanTotal };
  });
}

/**
 * Lists visible memberships by group and user: the actor's own; for a group_admin, all in their groups; for an
 * overall_admin, all.
 */
export async function listMemberships(actor: Actor, query: ListMembershipsQuery): Promise<Page<GroupMembership>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, groupId, userId } = query;
  const where = join(
    [
      visibleMemberships(actor),
      ...(groupId ? [sql`group_id = ${groupId}::uuid`] : []),
      ...(userId ? [sql`user_id = ${userId}::uuid`] : []),
    ],
    " AND ",
  );
  const [afterGroup, afterUser] = cursor?.split(MEMBERSHIP_SEPARATOR) ?? [NIL_UUID, NIL_UUID];
  const [counted, rows] = await Promise.all([
    queryRows<{ count: number }>(
      pool(),
      sql`
        SELECT count(*)::int AS count
        FROM (SELECT FROM group_memberships WHERE ${where} LIMIT ${MAX_COUNTED + 1}) AS found`,
    ),
    queryRows<GroupMembership>(
      pool(),
      sql`
        SELECT user_id AS "userId", group_id AS "groupId" FROM group_memberships
        WHERE ${where} AND (group_id, user_id) > (${afterGroup}::uuid, ${afterUser}::uuid)
        ORDER BY group_id, user_id LIMIT ${limit + 1}`,
    ),
  ]);
  return toPage(rows, limit, toTotal(counted[0]?.count ?? 0), (last) =>
    [last.groupId, last.userId].join(MEMBERSHIP_SEPARATOR),
  );
}

function visibleMemberships({ id, role }: Actor): Sql {
  if (role === "overall_admin") return sql`true`;
  return role === "shortcode_admin" ? sql`user_id = ${id}::uuid` : sql`group_id IN (${groupsOf(id)})`;
}

/**
 * Lists the members of a visible group by name, including deleted users.
 *
 * @throws AppError not_found, invalid
 */
export async function listMembers(actor: Actor, groupId: string, query: ListMembersQuery): Promise<Page<GroupMember>> {
  await getGroupOrThrow(actor, groupId);
  const colleagues = sql`id IN (SELECT user_id FROM group_memberships WHERE group_id IN (${groupsOf(actor.id)}))`;
  const page = await findUsers({ ...query, groupId, sort: "name" }, canListUsers(actor) ? {} : { users: colleagues });
  return { ...page, items: page.items.map(toMember) };
}

/** Returns a group that the actor can see: one of their own, or any for an overall_admin; null for any other id. */
export async function findGroup(actor: Actor, id: string): Promise<Group | null> {
  const where = { AND: [{ id }, visibleGroups(actor)] };
  return isUuid(id) ? prisma().group.findFirst({ where, select: groupColumns }) : null;
}

/** @throws AppError not_found if the actor can't see the group */
export async function getGroupOrThrow(actor: Actor, id: string): Promise<Group> {
  const group = await findGroup(actor, id);
  if (!group) throw notFound("Group");
  return group;
}

export function toMember({ id, firstName, lastName, email, role, status }: User): GroupMember {
  return { id, firstName, lastName, email, role, status };
}

/** Query for the ids of a user's groups. */
export function groupsOf(userId: string): Sql {
  return sql`SELECT group_id FROM group_memberships WHERE user_id = ${userId}::uuid`;
}

/** Returns the ids of a user's groups. */
export async function groupIdsOf(userId: string, client: Transaction = prisma()): Promise<ReadonlySet<string>> {
  const rows = await client.groupMembership.findMany({ where: { userId }, select: { groupId: true } });
  return new Set(rows.map(({ groupId }) => groupId));
}

function visibleGroups(actor: Actor) {
  return actor.role === "overall_admin" ? {} : { memberships: { some: { userId: actor.id } } };
}
