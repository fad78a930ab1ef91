import type { Actor } from "@/lib/actor";
import { containsPattern, folded } from "@/lib/db/contains";
import { pool } from "@/lib/db/pool";
import { join, queryRows, type Sql, sql } from "@/lib/db/sql";
import { groupsOf } from "@/lib/groups/queries";
import { type SearchWord, toPeopleWords } from "@/lib/search-text";
import { canListUsers } from "@/lib/users/policy";
import { BY_NAME, matchesPerson } from "@/lib/users/queries";

type Viewer = Pick<Actor, "id" | "role">;

/**
 * SQL condition on `users` for the viewer and the members of their groups.
 *
 * @param howMany for few users, `OFFSET 0` keeps Postgres from reading all members of these groups into a hash table
 */
export function selfAndColleagues(viewer: Pick<Actor, "id">, howMany: "few" | "many"): Sql {
  return sql`(users.id = ${viewer.id}::uuid OR EXISTS (
    SELECT FROM group_memberships AS membership
    WHERE membership.user_id = users.id AND group_id = ANY (ARRAY(${groupsOf(viewer.id)}))
    ${howMany === "few" ? sql`OFFSET 0` : sql``}))`;
}

/**
 * SQL condition on `users` for those whose names the viewer may see. Those who may list users see everyone; others see
 * themselves and the members of their groups, as in `listMembers`.
 */
function visiblePeople(viewer: Viewer, howMany: "few" | "many"): Sql {
  return canListUsers(viewer) ? sql`true` : selfAndColleagues(viewer, howMany);
}

/** Returns names by id, for those of the users whom the viewer may see. */
export async function namesOf(viewer: Viewer, userIds: string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await queryRows<{ id: string; name: string }>(
    pool(),
    sql`SELECT id, trim(first_name || ' ' || last_name) AS name FROM users
        WHERE id = ANY (${userIds}::uuid[]) AND ${visiblePeople(viewer, "few")}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns, for each word, the ids of the visible users who have a name part beginning with it. */
export async function findPeople(viewer: Viewer, words: readonly SearchWord[]): Promise<string[][]> {
  const patterns = words.map(({ name }) => name && containsPattern(` ${name}`));
  if (patterns.every((pattern) => pattern === null)) return words.map(() => []);
  const rows = await queryRows<{ index: number; ids: string[] }>(
    pool(),
    sql`
      SELECT word.index::int, array_agg(users.id::text) AS ids
      FROM unnest(${patterns}::text[]) WITH ORDINALITY AS word (pattern, index)
      JOIN users ON replace(${folded(sql`' ' || first_name || ' ' || last_name`)}, '-', ' ') ILIKE word.pattern
      WHERE ${visiblePeople(viewer, "many")}
      GROUP BY word.index`,
  );
  const found = new Map(rows.map(({ index, ids }) => [index, ids]));
  return words.map((_, position) => found.get(position + 1) ?? []);
}

type PeopleQuery = { q?: string | undefined; id?: string | undefined; limit: number };

/**
 * Returns people whom the viewer may see: the viewer first, then by name.
 *
 * @param query `q`: words that must all occur in the name or email; `id`: only this person
 */
export async function searchPeople(
  viewer: Viewer,
  { q = "", id, limit }: PeopleQuery,
): Promise<{ id: string; name: string; email: string }[]> {
  const conditions = [
    visiblePeople(viewer, "many"),
    ...(id ? [sql`users.id = ${id}::uuid`] : []),
    ...toPeopleWords(q).map(matchesPerson),
  ];
  return queryRows(
    pool(),
    sql`SELECT id, trim(first_name || ' ' || last_name) AS name, email FROM users
        WHERE ${join(conditions, " AND ")}
        ORDER BY users.id = ${viewer.id}::uuid DESC, ${BY_NAME} LIMIT ${limit}`,
  );
}
