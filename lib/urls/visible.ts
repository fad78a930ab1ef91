import type { Actor } from "@/lib/actor";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { type Sql, sql } from "@/lib/db/sql";
import { groupIdsOf } from "@/lib/groups/queries";

type Viewer = Pick<Actor, "id" | "role">;

/** The condition for viewers who can see every link. */
export const ALL_URLS = sql`true`;

/** Condition for the links of these groups. */
export function inGroups(groupIds: readonly string[]): Sql {
  return sql`short_urls.group_id = ANY (${groupIds}::uuid[])`;
}

/** The links that a viewer may see: as conditions on `short_urls`, those they created and those of their groups. */
export type VisibleParts = {
  created: Sql;
  ofGroups: Sql;
  /** Those created that are not among those of the groups. */
  outsideGroups: Sql;
  groupIds: readonly string[];
};

/**
 * Who may see a link, equivalent to `canSeeUrl`; null for viewers who can see every link. Group ids are parameters
 * instead of a subquery, so that the planner knows how few there are and uses the indexes.
 */
export async function visibleParts({ id, role }: Viewer): Promise<VisibleParts | null> {
  if (role === "overall_admin") return null;
  const groupIds = [...(await groupIdsOf(id))];
  const created = sql`short_urls.created_by_id = ${id}::uuid`;
  const ofGroups = inGroups(groupIds);
  return { created, ofGroups, outsideGroups: sql`${created} AND (${ofGroups}) IS NOT TRUE`, groupIds };
}

/** SQL condition on `short_urls` for those that the viewer may see. */
export async function visibleUrls(viewer: Viewer): Promise<Sql> {
  const parts = await visibleParts(viewer);
  return parts ? sql`(${parts.created} OR ${parts.ofGroups})` : ALL_URLS;
}

/**
 * Query for the `scope_id`s of `click_days` that together count each visible link's clicks exactly once. Rows of a scope
 * whose `sign` is −1 have to be subtracted. A user's links outside their groups are read one by one, or, if there are
 * more of them than inside, all the user's clicks are read, less those of the links inside.
 */
export async function visibleClickScopes(viewer: Viewer): Promise<Sql> {
  const parts = await visibleParts(viewer);
  if (!parts) return sql`SELECT ${ALL_LINKS}::uuid AS scope_id, 1 AS sign`;
  const { created, ofGroups, groupIds } = parts;
  // After an upgrade, a user's own days are complete once user_days_due is empty (lib/stats/own-rollups.ts).
  return sql`
    WITH own AS MATERIALIZED (
      SELECT id, (${ofGroups}) IS TRUE AS is_inside FROM short_urls WHERE ${created}
    ), choice AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE NOT is_inside) > count(*) FILTER (WHERE is_inside)
             AND NOT EXISTS (SELECT FROM user_days_due) AS is_subtracted FROM own
    )
    SELECT unnest(${groupIds}::uuid[]) AS scope_id, 1 AS sign UNION ALL
    SELECT ${viewer.id}::uuid, 1 FROM choice WHERE is_subtracted UNION ALL
    SELECT id, CASE WHEN is_subtracted THEN -1 ELSE 1 END FROM own, choice WHERE is_inside = is_subtracted`;
}

/**
 * Query for up to `limit` ids of visible links. The indexes are read one after the other, in their order: for
 * `visibleUrls` with a limit, Postgres may scan the table, expecting the links of a large group everywhere.
 */
export async function someVisibleUrls(viewer: Viewer, limit: number): Promise<Sql> {
  const parts = await visibleParts(viewer);
  if (!parts) return sql`SELECT id FROM short_urls LIMIT ${limit}`;
  return sql`
    (SELECT id FROM short_urls WHERE ${parts.created} LIMIT ${limit}) UNION
    (SELECT id FROM short_urls WHERE ${parts.ofGroups} ORDER BY group_id LIMIT ${limit})
    LIMIT ${limit}`;
}
