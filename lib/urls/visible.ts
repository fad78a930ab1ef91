import type { Actor } from "@/lib/actor";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { type Sql, sql } from "@/lib/db/sql";
import { groupIdsOf } from "@/lib/groups/queries";

type Viewer = Pick<Actor, "id" | "role">;

/** The condition for viewers who can see every link. */
export const ALL_URLS = sql`true`;

/**
 * SQL condition on `short_urls` equivalent to `canSeeUrl`. Group ids are parameters instead of a subquery, so that the
 * planner knows how few there are and uses the indexes.
 */
export async function visibleUrls({ id, role }: Viewer): Promise<Sql> {
  if (role === "overall_admin") return ALL_URLS;
  const groupIds = [...(await groupIdsOf(id))];
  return sql`(short_urls.created_by_id = ${id}::uuid OR short_urls.group_id = ANY (${groupIds}::uuid[]))`;
}

/** Query for the `scope_id`s of `click_days` that together count each visible link's clicks exactly once. */
export async function visibleClickScopes({ id, role }: Viewer): Promise<Sql> {
  if (role === "overall_admin") return sql`SELECT ${ALL_LINKS}::uuid AS scope_id`;
  const groupIds = [...(await groupIdsOf(id))];
  return sql`
    SELECT unnest(${groupIds}::uuid[]) AS scope_id UNION ALL
    SELECT id FROM short_urls
    WHERE created_by_id = ${id}::uuid AND (group_id IS NULL OR group_id <> ALL (${groupIds}::uuid[]))`;
}

/**
 * Query for up to `limit` ids of visible links. The indexes are read one after the other, in their order: for
 * `visibleUrls` with a limit, Postgres may scan the table, expecting the links of a large group everywhere.
 */
export async function someVisibleUrls({ id, role }: Viewer, limit: number): Promise<Sql> {
  if (role === "overall_admin") return sql`SELECT id FROM short_urls LIMIT ${limit}`;
  const groupIds = [...(await groupIdsOf(id))];
  return sql`
    (SELECT id FROM short_urls WHERE created_by_id = ${id}::uuid LIMIT ${limit}) UNION
    (SELECT id FROM short_urls WHERE group_id = ANY (${groupIds}::uuid[]) ORDER BY group_id LIMIT ${limit})
    LIMIT ${limit}`;
}
