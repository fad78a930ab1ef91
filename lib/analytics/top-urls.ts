import type { Actor } from "@/lib/actor";
import { memoizeCandidates } from "@/lib/analytics/candidates";
import type { TopUrl } from "@/lib/analytics/types";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { getBaseUrl } from "@/lib/settings/queries";
import { ALL_URLS, visibleUrls } from "@/lib/urls/visible";

/** With more links than this, candidates are selected only at intervals. */
const FEW_LINKS = 20_000;
const CANDIDATES = 200;

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
  if (visible !== ALL_URLS || (await hasFewLinks())) return readTop(visible, limit);
  const rows = await readTop(sql`id = ANY (${await findCandidates()})`, limit);
  return rows.length < limit ? readTop(ALL_URLS, limit) : rows;
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
 * Links that include the most clicked ones. Sorting a million takes a quarter of a second, since counters have no index
 * (decision 0060).
 */
function findCandidates(): Promise<string[]> {
  return memoizeCandidates({ key: "dashboard" }, async () => (await readTop(ALL_URLS, CANDIDATES)).map(({ id }) => id));
}
