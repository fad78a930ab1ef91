import { contains } from "@/lib/db/contains";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { AppError, forbidden } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { toUser, type UserRow, userColumns } from "@/lib/users/dto";
import type { ListUsersQuery, UserSort } from "@/lib/users/list-schema";
import { canListUsers } from "@/lib/users/policy";
import type { Actor, User } from "@/lib/users/types";

/**
 * The users, newest first unless sorted otherwise; the deleted ones too. Filtering by a group whose
 * memberships the actor may not see finds nobody, like filtering by a group that does not exist.
 *
 * @throws AppError forbidden, invalid
 */
export async function listUsers(actor: Actor, query: ListUsersQuery = {}): Promise<Page<User>> {
  if (!canListUsers(actor)) throw forbidden();
  return findUsers(query, actor.role === "overall_admin" ? {} : { memberships: { some: { userId: actor.id } } });
}

/**
 * A page of users for those who may see them, which is the caller's to know.
 *
 * @param visibleGroups which groups' memberships `groupId` may filter by
 * @throws AppError invalid when the cursor is no user
 */
export async function findUsers(
  query: ListUsersQuery,
  visibleGroups: Prisma.GroupWhereInput = {},
): Promise<Page<User>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, q, status, role, groupId, sort = "-createdAt" } = query;
  const where: Prisma.UserWhereInput = {
    ...(status && { status }),
    ...(role && { role }),
    ...(groupId && { memberships: { some: { groupId, group: visibleGroups } } }),
    ...(q && { AND: q.split(/\s+/).map(matching) }),
  };
  const page = cursor ? { AND: [where, await behind(cursor, sort)] } : where;
  const [total, rows] = await Promise.all([
    prisma().user.count({ where }),
    prisma().user.findMany({ where: page, select: userColumns, orderBy: orderOf(sort), take: limit + 1 }),
  ]);
  return toPage(rows.map(toUser), limit, { total });
}

/** Each word of a search stands in a name or the address. */
function matching(word: string): Prisma.UserWhereInput {
  return { OR: [{ firstName: contains(word) }, { lastName: contains(word) }, { email: contains(word) }] };
}

function orderOf(sort: UserSort): Prisma.UserOrderByWithRelationInput[] {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  switch (sort) {
    case "createdAt":
    case "-createdAt":
      // Ids are UUIDv7: their order is that of creation.
      return [{ id: direction }];
    case "name":
    case "-name":
      return [{ firstName: direction }, { lastName: direction }, { id: direction }];
    case "email":
    case "-email":
      return [{ email: direction }];
  }
}

/** The condition of coming behind a user in the order of `orderOf`. */
async function behind(cursor: string, sort: UserSort): Promise<Prisma.UserWhereInput> {
  const last = await prisma().user.findUnique({ where: { id: cursor }, select: userColumns });
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  const than = sort.startsWith("-") ? "lt" : "gt";
  const { id, firstName, lastName, email }: UserRow = last;
  switch (sort) {
    case "createdAt":
    case "-createdAt":
      return { id: { [than]: id } };
    case "name":
    case "-name":
      return {
        OR: [
          { firstName: { [than]: firstName } },
          { firstName, lastName: { [than]: lastName } },
          { firstName, lastName, id: { [than]: id } },
        ],
      };
    case "email":
    case "-email":
      return { email: { [than]: email } };
  }
}
