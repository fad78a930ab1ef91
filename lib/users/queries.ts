import type { Actor } from "@/lib/actor";
import { plainArray } from "@/lib/db/arrays";
import { contains } from "@/lib/db/contains";
import type { Prisma } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { toPeopleWords } from "@/lib/search-text";
import { toUser, userColumns } from "@/lib/users/dto";
import type { ListUsersQuery, UserSort } from "@/lib/users/list-schema";
import { canListUsers } from "@/lib/users/policy";
import { type ListedUser, NOT_DELETED, type User } from "@/lib/users/types";
import { activeUrlsOf } from "@/lib/users/url-use";

/**
 * Lists users, including deleted ones, newest first by default. A group whose memberships the actor may not see
 * matches nobody, like an unknown group.
 *
 * @throws AppError forbidden, invalid
 */
export async function listUsers(actor: Actor, query: ListUsersQuery): Promise<Page<ListedUser>> {
  if (!canListUsers(actor)) throw forbidden();
  const seesAll = actor.role === "overall_admin";
  const page = await findUsers(query, seesAll ? {} : { groups: { memberships: { some: { userId: actor.id } } } });
  const details = await readDetails(
    page.items.map(({ id }) => id),
    seesAll ? sql`true` : sql`group_id IN (SELECT group_id FROM group_memberships WHERE user_id = ${actor.id}::uuid)`,
    query.groupLimit,
  );
  return { ...page, items: page.items.map((user) => ({ ...user, ...(details.get(user.id) ?? UNKNOWN) })) };
}

type Details = Pick<ListedUser, "groups" | "groupCount" | "activeUrlCount" | "hasSignedIn">;

/** Details of a user erased from the database in between. */
const UNKNOWN: Details = { groups: [], groupCount: 0, activeUrlCount: 0, hasSignedIn: false };

/**
 * Reads the list's details about these users in addition to their own columns, in one query.
 *
 * @param groupLimit how many groups of each to read at most
 */
async function readDetails(
  ids: string[],
  visibleMemberships: Sql,
  groupLimit: number | undefined,
): Promise<ReadonlyMap<string, Details>> {
  const rows = await queryRows<Details & { id: string }>(
    pool(),
    sql`
      SELECT id, email_verified IS NOT NULL AS "hasSignedIn", ${activeUrlsOf(sql`users.id`)}::int AS "activeUrlCount",
        (SELECT count(*)::int FROM group_memberships WHERE user_id = users.id AND ${visibleMemberships}) AS "groupCount",
        coalesce((
          SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id)
          FROM (
            SELECT groups.id, name FROM group_memberships AS membership JOIN groups ON groups.id = group_id
            WHERE membership.user_id = users.id AND ${visibleMemberships}
            ORDER BY name, groups.id LIMIT ${groupLimit ?? null}) AS listed), '[]') AS groups
      FROM users WHERE id = ANY (${plainArray(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

/**
 * Returns a page of users. Does not authorise: the caller must.
 *
 * @param visible groups that `groupId` may filter by, and users that `cursor` may name: where one sorts tells their name
 * @throws AppError invalid if the cursor is unknown
 */
export async function findUsers(
  query: ListUsersQuery,
  visible: { groups?: Prisma.GroupWhereInput; users?: Prisma.UserWhereInput } = {},
): Promise<Page<User>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, q, status, role, groupId, sort = "-createdAt" } = query;
  const where: Prisma.UserWhereInput = {
    ...(status && { status: status === NOT_DELETED ? { not: "deleted" } : status }),
    ...(role && { role }),
    ...(groupId && { memberships: { some: { groupId, group: visible.groups ?? {} } } }),
    ...(q && { AND: toPeopleWords(q).map(matchesWord) }),
  };
  const page = cursor ? { AND: [where, await after(cursor, sort, visible.users)] } : where;
  const [total, rows] = await Promise.all([
    prisma().user.count({ where }),
    prisma().user.findMany({ where: page, select: userColumns, orderBy: toOrderBy(sort), take: limit + 1 }),
  ]);
  return toPage(rows.map(toUser), limit, { total }, ({ id }) => id);
}

/** The word must occur in a name or the address. */
function matchesWord(word: string): Prisma.UserWhereInput {
  return { OR: [{ firstName: contains(word) }, { lastName: contains(word) }, { email: contains(word) }] };
}

/** Ids are UUIDv7, which sort by creation time. */
const SORT_FIELDS = { createdAt: ["id"], name: ["firstName", "lastName", "id"], email: ["email"] } as const;

function fieldsOf(sort: UserSort) {
  return SORT_FIELDS[sort.replace("-", "") as keyof typeof SORT_FIELDS];
}

function toOrderBy(sort: UserSort): Prisma.UserOrderByWithRelationInput[] {
  return fieldsOf(sort).map((field) => ({ [field]: sort.startsWith("-") ? "desc" : "asc" }));
}

/** Matches users that sort after the cursor. */
async function after(
  cursor: string,
  sort: UserSort,
  visible: Prisma.UserWhereInput = {},
): Promise<Prisma.UserWhereInput> {
  const last = await prisma().user.findFirst({ where: { AND: [{ id: cursor }, visible] }, select: userColumns });
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  const operator = sort.startsWith("-") ? "lt" : "gt";
  const fields = fieldsOf(sort);
  return {
    OR: fields.map((field, index) => ({
      ...Object.fromEntries(fields.slice(0, index).map((earlier) => [earlier, last[earlier]])),
      [field]: { [operator]: last[field] },
    })),
  };
}
