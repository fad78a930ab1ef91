import type { TopUrl } from "@/lib/analytics/types";
import { pool } from "@/lib/db/pool";
import { getBaseUrl } from "@/lib/settings/queries";
import type { Actor } from "@/lib/users/types";

/** With more links than this, those that come into question are looked for now and then only. */
const FEW_LINKS = 20_000;
const CANDIDATES = 200;
const CANDIDATES_MS = 10_000;
/** Older ones are not shown again, but waited for. */
const CANDIDATES_MAX_MS = 60_000;

/** The links that one sees and that are not deleted, the most clicked first, of equals the newer. */
export async function listTopUrls(actor: Actor, { limit }: { limit: number }): Promise<TopUrl[]> {
  const [baseUrl, rows] = await Promise.all([getBaseUrl(), findTop(actor, limit)]);
  return rows.map(({ id, shortCode, originalUrl, clickCount }) => ({
    id,
    shortCode,
    shortUrl: `${baseUrl}/${shortCode}`,
    originalUrl,
    clickCount: Number(clickCount),
  }));
}

type Row = { id: string; shortCode: string; originalUrl: string; clickCount: string };

async function findTop(actor: Actor, limit: number): Promise<Row[]> {
  if (actor.role !== "overall_admin") {
    return readTop(
      `created_by_id = $2 OR group_id = ANY (ARRAY(SELECT group_id FROM group_memberships WHERE user_id = $2))`,
      [limit, actor.id],
    );
  }
  if (await hasFewLinks()) return readTop("true", [limit]);
  const rows = await readTop("id = ANY ($2)", [limit, await findCandidates()]);
  return rows.length < limit ? readTop("true", [limit]) : rows;
}

async function readTop(condition: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT id, short_code AS "shortCode", original_url AS "originalUrl", click_count AS "clickCount"
     FROM short_urls WHERE status <> 'deleted' AND (${condition}) ORDER BY click_count DESC, id DESC LIMIT $1`,
    values,
  );
  return rows;
}

async function hasFewLinks(): Promise<boolean> {
  const { rows } = await pool().query<{ count: string }>(
    "SELECT coalesce(sum(change), 0) AS count FROM short_url_counts",
  );
  return Number(rows[0]?.count ?? 0) <= FEW_LINKS;
}

let candidates: { ids: Promise<string[]>; readAt: number } | undefined;

/**
 * Links among which the most clicked are. To put a million in order takes a quarter of a second, for
 * counters have no index (decision 0060); so it is done again when somebody asks and the last time is
 * a while ago, and who asks gets their counts of this moment in the order of the last time's choice.
 */
async function findCandidates(): Promise<string[]> {
  const known = candidates;
  if (known && Date.now() - known.readAt < CANDIDATES_MS) return known.ids;
  const next = { ids: readTop("true", [CANDIDATES]).then((rows) => rows.map(({ id }) => id)), readAt: Date.now() };
  candidates = next;
  next.ids.catch(() => {
    candidates = known;
  });
  return known && next.readAt - known.readAt < CANDIDATES_MAX_MS ? known.ids : next.ids;
}
