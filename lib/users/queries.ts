import type { Actor } from "@/lib/actor";
import { plainArray } from "@/lib/db/arrays";
import { containsPattern, folded } from "@/lib/db/contains";
import { pool } from "@/lib/db/pool";
import { join, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";
import { CURSOR_INVALID, DEFAULT_PAGE_SIZE, type Page, toPage } from "@/lib/list-query";
import { toPeopleWords } from "@/lib/search-text";
import { toUser, type UserRow } from "@/lib/users/dto";
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
  const memberships = seesAll
    ? sql`true`
    : sql`group_id IN (SELECT group_id FROM group_memberships WHERE user_id = ${actor.id}::uuid)`;
  const page = await findUsers(query, { memberships });
  const ids = page.items.map(({ id }) => id);
  const details = await readDetails(ids, memberships, query.groupLimit);
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
          SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id)
          FROM (
            SELECT groups.id, name FROM group_memberships AS membership JOIN groups ON groups.id = group_id
            WHERE membership.user_id = users.id AND ${visibleMemberships}
            ORDER BY lower(name), groups.id LIMIT ${groupLimit ?? null}) AS listed), '[]') AS groups
      FROM users WHERE id = ANY (${plainArray(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

const COLUMNS = sql`
  id, first_name AS "firstName", last_name AS "lastName", email, role, status, url_limit AS "urlLimit",
  created_at AS "createdAt"`;

/**
 * Returns a page of users. Does not authorise: the caller must.
 *
 * @param visible conditions on memberships that `groupId` may filter by, and on users that `cursor` may name: where one
 *   sorts tells their name
 * @throws AppError invalid if the cursor is unknown
 */
export async function findUsers(
  query: ListUsersQuery,
  visible: { memberships?: Sql; users?: Sql } = {},
): Promise<Page<User>> {
  const { limit = DEFAULT_PAGE_SIZE, cursor, sort = "-createdAt" } = query;
  const where = join([sql`true`, ...toConditions(query, visible.memberships ?? sql`true`)], " AND ");
  const page = cursor ? sql`${where} AND ${await after(cursor, sort, visible.users ?? sql`true`)}` : where;
  const [counted, rows] = await Promise.all([
    queryRows<{ total: number }>(pool(), sql`SELECT count(*)::int AS total FROM users WHERE ${where}`),
    queryRows<UserRow>(
      pool(),
      sql`SELECT ${COLUMNS} FROM users WHERE ${page} ORDER BY ${toOrderBy(sort)} LIMIT ${limit + 1}`,
    ),
  ]);
  return toPage(rows.map(toUser), limit, { total: counted[0]?.total ?? 0 }, ({ id }) => id);
}

function toConditions({ q, status, role, groupId }: ListUsersQuery, visibleMemberships: Sql): Sql[] {
  return [
    ...(status === NOT_DELETED ? [sql`status <> 'deleted'`] : status ? [sql`status = ${status}::user_status`] : []),
    ...(role ? [sql`role = ${role}::role`] : []),
    ...(groupId
      ? [
          sql`id IN (
            SELECT user_id FROM group_memberships WHERE group_id = ${groupId}::uuid AND ${visibleMemberships})`,
        ]
      : []),
    ...toPeopleWords(q ?? "").map(matchesPerson),
  ];
}

/** SQL condition for users in whose name or address the word of a search occurs. */
export function matchesPerson(word: string): Sql {
  return sql`${folded(sql`first_name || ' ' || last_name || ' ' || email`)} ILIKE ${containsPattern(word)}`;
}

/** Ids are UUIDv7, which sort by creation time. */
const SORT_COLUMNS = { createdAt: ["id"], name: ["lower(first_name)", "lower(last_name)", "id"], email: ["email"] };

/** SQL order of users by name. */
export const BY_NAME = toOrderBy("name");

function columnsOf(sort: UserSort): string[] {
  return SORT_COLUMNS[sort.replace("-", "") as keyof typeof SORT_COLUMNS];
}

function toOrderBy(sort: UserSort): Sql {
  const direction = sort.startsWith("-") ? " DESC" : "";
  return raw(
    columnsOf(sort)
      .map((column) => column + direction)
      .join(", "),
  );
}

/** Matches users that sort after the cursor. */
async function after(cursor: string, sort: UserSort, visible: Sql): Promise<Sql> {
  const columns = raw(columnsOf(sort).join(", "));
  const last = sql`SELECT ${columns} FROM users WHERE id = ${cursor}::uuid AND ${visible}`;
  if ((await queryRows(pool(), last)).length === 0) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  return sql`(${columns}) ${raw(sort.startsWith("-") ? "<" : ">")} (${last})`;
}
