import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";
import { etagOf } from "@/lib/etag";
import type { LookedUp } from "@/lib/favicons/look-up";
import type { Site } from "@/lib/favicons/site";
import { log } from "@/lib/log";
import { repeat } from "@/lib/repeat";

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Twice the time limit of a look-up. When a worker dies, others claim its hosts after this time. */
export const CLAIM_SECONDS = 6;
/** Days until a host is fetched again. */
const LIFETIME_DAYS: Record<LookedUp["outcome"], number> = { found: 30, none: 7, unreachable: 1 };
const UNLINKED_DAYS = 1;

/** New hosts have their own lane, so that they do not wait for a refresh of all hosts. */
const NEW_HOSTS = { condition: sql`fetched_at IS NULL`, concurrency: 4 };
const KNOWN_HOSTS = { condition: sql`fetched_at IS NOT NULL`, concurrency: 16 };

type Lane = { condition: Sql; concurrency: number };
type Claimed = Site & { isLinked: boolean };

export type LookUp = (origin: string) => Promise<LookedUp>;

/** Fetches favicons that are due until the signal. Any number of workers may share the work. */
export async function runFaviconWorker(lookUp: LookUp, stopping: AbortSignal): Promise<void> {
  await Promise.all([NEW_HOSTS, KNOWN_HOSTS].map((lane) => runLane(lane, lookUp, stopping)));
}

function runLane(lane: Lane, lookUp: LookUp, signal: AbortSignal): Promise<void> {
  return repeat(
    { signal, pauseMs: POLL_MS, maxPauseMs: MAX_PAUSE_MS, failure: "fetching favicons failed" },
    async () => {
      const claimed = await claimDue(lane);
      await Promise.all(claimed.filter(({ isLinked }) => isLinked).map((site) => fetchOrPostpone(site, lookUp)));
      return claimed.length > 0;
    },
  );
}

/** Hosts without links are postponed, and leave the refresh that they were part of. */
async function claimDue({ condition, concurrency }: Lane): Promise<Claimed[]> {
  return queryRows<Claimed>(
    pool(),
    sql`
      WITH due AS (
        SELECT host, EXISTS (SELECT FROM short_urls WHERE favicon_host = host AND status <> 'deleted') AS "isLinked"
        FROM favicons WHERE due_at <= now() AND ${condition}
        ORDER BY due_at LIMIT ${concurrency} FOR NO KEY UPDATE OF favicons SKIP LOCKED)
      UPDATE favicons
      SET due_at = now() + CASE WHEN "isLinked" THEN make_interval(secs => ${CLAIM_SECONDS})
                                ELSE make_interval(days => ${UNLINKED_DAYS}) END,
          refresh_started_at = CASE WHEN "isLinked" THEN refresh_started_at END
      FROM due WHERE favicons.host = due.host
      RETURNING due.host, origin, "isLinked"`,
  );
}

/** A host that fails unexpectedly is postponed, so that it does not block others. */
async function fetchOrPostpone(site: Site, lookUp: LookUp): Promise<void> {
  try {
    await storeResult(site, await lookUp(site.origin));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, host: site.host }, "fetching a favicon failed; retrying in a day");
    await storeResult(site, { outcome: "unreachable" });
  }
}

/** An unreachable host keeps its icon. */
async function storeResult({ host }: Site, result: LookedUp): Promise<void> {
  const png = result.outcome === "found" ? result.png : null;
  const icon =
    result.outcome === "unreachable" ? sql`` : sql`, image = ${png}::bytea, etag = ${png && etagOf(png)}::text`;
  await execute(
    pool(),
    sql`
      UPDATE favicons SET fetched_at = now(), due_at = now() + make_interval(days => ${LIFETIME_DAYS[result.outcome]})${icon}
      WHERE host = ${host}`,
  );
}
