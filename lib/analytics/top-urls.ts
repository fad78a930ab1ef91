import type { Actor } from "@/lib/actor";
import { memoizeCandidates } from "@/lib/analytics/candidates";
import type { TopUrl } from "@/lib/analytics/types";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { getBaseUrl } from "@/lib/settings/queries";
import { ALL_URLS, inGroups, visibleParts, visibleUrls } from "@/lib/urls/visible";

/** With more links than this, candidates are selected only at intervals. */
const FEW_LINKS = 20_000;
const CANDIDATES = 200;
/** Up to this many links of groups are sorted each time. */
const FEW_LINKS_OF_GROUPS = 2_000;

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
 * million takes a quarter of a second, since counters have no index (decision 0060). The candidates of a large group are
 * shared by its members; the actor's other groups are like one more.
 */
async function selectCandidates(actor: Actor): Promise<Sql | null> {
  const parts = await visibleParts(actor);
  if (!parts) return sql`id = ANY (${await findCandidates("", ALL_URLS)}::uuid[])`;
  const counts = await countLinks([...parts.groupIds].sort());
  const large = counts.filter(({ count }) => count > FEW_LINKS_OF_GROUPS);
  const rest = counts.filter(({ count }) => count <= FEW_LINKS_OF_GROUPS);
  const isRestLarge = rest.reduce((sum, { count }) => sum + count, 0) > FEW_LINKS_OF_GROUPS;
  const selected = [...large.map((group) => [group]), ...(isRestLarge ? [rest] : [])].map((groups) =>
    groups.map(({ groupId }) => groupId),
  );
  if (selected.length === 0) return null;
  const candidates = await Promise.all(
    selected.map((groupIds) => findCandidates(groupIds.join(" "), inGroups(groupIds))),
  );
  const read = isRestLarge ? [] : rest.map(({ groupId }) => groupId);
  return sql`(${parts.created} OR ${inGroups(read)} OR id = ANY (${candidates.flat()}::uuid[]))`;
}

/** Counts the links of each group, only as far as it matters. */
function countLinks(groupIds: string[]): Promise<{ groupId: string; count: number }[]> {
  return queryRows(
    readPool(),
    sql`
      SELECT asked.id AS "groupId", (
        SELECT count(*)::int FROM (
          SELECT FROM short_urls WHERE group_id = asked.id AND status <> 'deleted'
          ORDER BY short_urls.id LIMIT ${FEW_LINKS_OF_GROUPS + 1}) AS counted)
      FROM unnest(${groupIds}::uuid[]) AS asked (id)`,
  );
}

function findCandidates(scope: string, links: Sql): Promise<string[]> {
  return memoizeCandidates({ scope, key: "dashboard" }, async () =>
    (await readTop(links, CANDIDATES)).map(({ id }) => id),
  );
}
