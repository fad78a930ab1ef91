import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";
import { canRefreshFavicons } from "@/lib/favicons/policy";
import { readFaviconRefresh } from "@/lib/favicons/queries";
import { areFaviconsOn, FAVICONS_OFF } from "@/lib/favicons/switch";
import type { FaviconRefresh } from "@/lib/favicons/types";

/** Counting the links of each host takes about a second per million. */
const TIMEOUT_MS = 30_000;

/**
 * Makes the favicons of all linked hosts due now; the worker fetches them (decision 0056). While a refresh is
 * running, that one is the result.
 *
 * @throws AppError forbidden, conflict
 */
export async function refreshFavicons(actor: Actor): Promise<FaviconRefresh> {
  if (!canRefreshFavicons(actor)) throw forbidden();
  if (!areFaviconsOn()) throw new AppError("conflict", FAVICONS_OFF);
  return prisma().$transaction(
    async (tx) => {
      await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtext('hop_favicon_refresh'))`);
      const running = await readFaviconRefresh(tx);
      if (running.isRunning) return running;
      await makeAllDue(tx);
      const started = await readFaviconRefresh(tx);
      await recordAudit(tx, actor, {
        action: "favicons.refresh",
        subject: { type: "favicons", id: "all", label: "All favicons" },
        after: { totalUrls: started.totalUrls },
      });
      return started;
    },
    { timeout: TIMEOUT_MS },
  );
}

/** Hosts that a worker has just claimed are included: their result counts if it comes after the start. */
async function makeAllDue(tx: Transaction): Promise<void> {
  await execute(
    tx,
    sql`
      UPDATE favicons SET due_at = now(), refresh_started_at = now(), refresh_urls = urls
      FROM (
        SELECT favicon_host, count(*)::int AS urls FROM short_urls
        WHERE status <> 'deleted' AND favicon_host IS NOT NULL GROUP BY favicon_host) AS linked
      WHERE host = favicon_host`,
  );
}
