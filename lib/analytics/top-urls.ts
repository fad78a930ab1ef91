import type { Actor } from "@/lib/actor";
import { memoizeCandidates } from "@/lib/analytics/candidates";
import type { TopUrl } from "@/lib/analytics/types";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { groupIdsOf } from "@/lib/groups/queries";
import { getBaseUrl } from "@/lib/settings/queries";
import { ALL_URLS, visibleUrls } from "@/lib/urls/visible";

/** With more links than this, candidates are selected only at intervals. */
const FEW_LINKS = 20_000;
const CANDIDATES = 200;
/** Number of links from which a group's candidates are selected at intervals. */
const LARGE_GROUP = 2_000;

/** The most clicked links that the actor may see, without deleted ones; ties with the newer first. */
export async function listTopUrls(actor: Actor, { limit }: { limit: number }): Promise<TopUrl[]> {
  const [baseUrl, rows] = await Promise.all([getBaseUrl(), findTop(actor, limit)]);
  return rows.map((row) => toTopUrl(row, baseUrl));
}

export function toTopUrl({ createdAt, ...row }: TopUrlRow, baseUrl: string): TopUrl {
  return {
    ...row,
    shortUrl: `${baseUrl}/${row.shortCode}`,
    createdAt: createdAt.toISOString(),
    clickCount: Number(row.clickCount),
  };
}

export type TopUrlRow = Pick<TopUrl, "id" | "shortCode" | "originalUrl" | "status"> & {
  createdAt: Date;
  clickCount: string;
};

export const TOP_URL_COLUMNS = sql`
  id, short_code AS "shortCode", original_url AS "originalUrl", status, created_at AS "createdAt"`;

async function findTop(actor: Actor, limit: number): Promise<TopUrlRow[]> {
  const visible = await visibleUrls(actor);
  const candidates = (await hasFewLinks()) ? null : await selectCandidates(actor);
  if (!candidates) return readTop(visible, limit);
  // Candidates may have left the group since they were selected, or all been deleted.
  const rows = await readTop(sql`${candidates} AND ${visible}`, limit);
  return rows.length < limit ? readTop(visible, limit) : rows;
}

async function readTop(condition: Sql, limit: number): Promise<TopUrlRow[]> {
  return queryRows<TopUrlRow>(
    readPool(),
    sql`
      SELECT ${TOP_URL_COLUMNS}, click_count AS "clickCount"
      FROM short_urls WHERE status <> 'deleted' AND ${condition} ORDER BY click_count DESC, id DESC LIMIT ${limit}`,
  );
}

export async function hasFewLinks(): Promise<boolean> {
  const [row] = await queryRows<{ count: string }>(
    readPool(),
    sql`SELECT coalesce(sum(change), 0) AS count FROM short_url_counts`,
  );
  return Number(row?.count ?? 0) <= FEW_LINKS;
}

/**
 * Condition for links that include the most clicked visible ones; null if it would be that for visible ones. Sorting a
 * million takes a quarter of a second, since counters have no index (decision 0060). Those of a large group are selected
 * once for all its members.
 */
async function selectCandidates({ id, role }: Actor): Promise<Sql | null> {
  if (role === "overall_admin") return sql`id = ANY (${await findCandidates("", ALL_URLS)}::uuid[])`;
  const groupIds = [...(await groupIdsOf(id))];
  const large = await findLargeGroups(groupIds);
  if (large.length === 0) return null;
  const candidates = await Promise.all(
    large.map((groupId) => findCandidates(groupId, sql`group_id = ${groupId}::uuid`)),
  );
  return sql`(
    created_by_id = ${id}::uuid OR group_id = ANY (${groupIds.filter((one) => !large.includes(one))}::uuid[])
    OR id = ANY (${candidates.flat()}::uuid[]))`;
}

async function findLargeGroups(groupIds: string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    readPool(),
    sql`
      SELECT large.id FROM unnest(${groupIds}::uuid[]) AS large (id) WHERE EXISTS (
        SELECT FROM short_urls WHERE group_id = large.id AND status <> 'deleted'
        ORDER BY short_urls.id OFFSET ${LARGE_GROUP})`,
  );
  return rows.map(({ id }) => id);
}

function findCandidates(scope: string, links: Sql): Promise<string[]> {
  return memoizeCandidates({ scope, key: "dashboard" }, async () =>
    (await readTop(links, CANDIDATES)).map(({ id }) => id),
  );
}
