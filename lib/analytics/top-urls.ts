import type { Actor } from "@/lib/actor";
import type { TopUrl } from "@/lib/analytics/types";
import { pool } from "@/lib/db/pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { getBaseUrl } from "@/lib/settings/queries";
import { ALL_URLS, visibleUrls } from "@/lib/urls/visible";

/** With more links than this, candidates are selected only now and then. */
const FEW_LINKS = 20_000;
const CANDIDATES = 200;
const CANDIDATES_MS = 10_000;
/** Older candidates are not used, but selected again first. */
const CANDIDATES_MAX_MS = 60_000;

/** The most clicked links that the actor may see, without deleted ones; of equals the newer first. */
export async function listTopUrls(actor: Actor, { limit }: { limit: number }): Promise<TopUrl[]> {
  const [baseUrl, rows] = await Promise.all([getBaseUrl(), findTop(actor, limit)]);
  return rows.map(({ id, shortCode, originalUrl, status, createdAt, clickCount }) => ({
    id,
    shortCode,
    shortUrl: `${baseUrl}/${shortCode}`,
    originalUrl,
    status,
    createdAt: createdAt.toISOString(),
    clickCount: Number(clickCount),
  }));
}

type Row = Pick<TopUrl, "id" | "shortCode" | "originalUrl" | "status"> & { createdAt: Date; clickCount: string };

async function findTop(actor: Actor, limit: number): Promise<Row[]> {
  const visible = await visibleUrls(actor);
  if (visible !== ALL_URLS || (await hasFewLinks())) return readTop(visible, limit);
  const rows = await readTop(sql`id = ANY (${await findCandidates()})`, limit);
  return rows.length < limit ? readTop(ALL_URLS, limit) : rows;
}

async function readTop(condition: Sql, limit: number): Promise<Row[]> {
  return queryRows<Row>(
    pool(),
    sql`
      SELECT id, short_code AS "shortCode", original_url AS "originalUrl", status, created_at AS "createdAt",
             click_count AS "clickCount"
      FROM short_urls WHERE status <> 'deleted' AND ${condition} ORDER BY click_count DESC, id DESC LIMIT ${limit}`,
  );
}

async function hasFewLinks(): Promise<boolean> {
  const [row] = await queryRows<{ count: string }>(
    pool(),
    sql`SELECT coalesce(sum(change), 0) AS count FROM short_url_counts`,
  );
  return Number(row?.count ?? 0) <= FEW_LINKS;
}

let candidates: { ids: Promise<string[]>; readAt: number } | undefined;

/**
 * Links that include the most clicked ones. Sorting a million takes a quarter of a second, since counters have no index
 * (decision 0060). So candidates are selected again on demand, when the last selection is old; their counts are always
 * current.
 */
async function findCandidates(): Promise<string[]> {
  const known = candidates;
  if (known && Date.now() - known.readAt < CANDIDATES_MS) return known.ids;
  const next = { ids: readTop(ALL_URLS, CANDIDATES).then((rows) => rows.map(({ id }) => id)), readAt: Date.now() };
  candidates = next;
  next.ids.catch(() => {
    candidates = known;
  });
  return known && next.readAt - known.readAt < CANDIDATES_MAX_MS ? known.ids : next.ids;
}
