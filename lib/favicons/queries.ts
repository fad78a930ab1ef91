import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { forbidden } from "@/lib/errors";
import { canRefreshFavicons } from "@/lib/favicons/policy";
import { areFaviconsOn } from "@/lib/favicons/switch";
import type { FaviconRefresh } from "@/lib/favicons/types";
import { CLAIM_SECONDS } from "@/lib/favicons/worker";

const NEVER: FaviconRefresh = { isRunning: false, startedAt: null, totalUrls: 0, updatedCount: 0, failedCount: 0 };

/**
 * The progress of the latest refresh.
 *
 * @throws AppError forbidden
 */
export async function getFaviconRefresh(actor: Actor): Promise<FaviconRefresh> {
  if (!canRefreshFavicons(actor)) throw forbidden();
  return readFaviconRefresh(pool());
}

/**
 * Counts the progress from the rows of hosts. A host is done once it was fetched since the start, or its next fetch is
 * further away than a claim moves it. The limit is twice that far, since this query may see a claim that began after
 * it, and would count the host as done until the next query.
 */
export async function readFaviconRefresh(client: SqlClient): Promise<FaviconRefresh> {
  const [row] = await queryRows<Omit<FaviconRefresh, "startedAt"> & { startedAt: Date }>(
    client,
    sql`
      WITH latest AS (
        SELECT refresh_started_at, refresh_urls, etag IS NOT NULL AS has_icon,
               (fetched_at IS NULL OR fetched_at < refresh_started_at)
                 AND due_at <= now() + make_interval(secs => ${2 * CLAIM_SECONDS}) AS is_due
        FROM favicons WHERE refresh_started_at = (SELECT max(refresh_started_at) FROM favicons))
      SELECT bool_or(is_due) AS "isRunning", refresh_started_at AS "startedAt", sum(refresh_urls)::int AS "totalUrls",
             coalesce(sum(refresh_urls) FILTER (WHERE NOT is_due AND has_icon), 0)::int AS "updatedCount",
             coalesce(sum(refresh_urls) FILTER (WHERE NOT is_due AND NOT has_icon), 0)::int AS "failedCount"
      FROM latest GROUP BY refresh_started_at`,
  );
  if (!row) return NEVER;
  return { ...row, isRunning: row.isRunning && areFaviconsOn(), startedAt: row.startedAt.toISOString() };
}
