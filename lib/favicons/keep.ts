import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseAway } from "@/lib/db/database-away";
import { pool } from "@/lib/db/pool";
import { etagOf } from "@/lib/etag";
import type { LookedUp } from "@/lib/favicons/look-up";
import type { Site } from "@/lib/favicons/site";
import { log } from "@/lib/log";

const POLL_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Sites that are asked at the same time. */
const AT_ONCE = 4;
/** After the death of a worker its sites are somebody else's. */
const CLAIM_SECONDS = 60;
/** Until a site is asked again. */
const AGE_DAYS: Record<LookedUp["outcome"], number> = { found: 30, none: 7, unreachable: 1 };

const UNLINKED_DAYS = 1;

type Claimed = Site & { isLinked: boolean };

export type LookUp = (origin: string) => Promise<LookedUp>;

/** Looks for the icons of sites that are due, until the signal; several workers share them. */
export async function keepFavicons(lookUp: LookUp, stopping: AbortSignal): Promise<void> {
  let pause = POLL_MS;
  while (!stopping.aborted) {
    try {
      const sites = await claimDue();
      await Promise.all(sites.filter(({ isLinked }) => isLinked).map((site) => refreshOrPutOff(site, lookUp)));
      if (sites.length > 0) continue;
      pause = POLL_MS;
    } catch (error) {
      log.warn({ err: error }, "favicons wait");
      pause = Math.min(pause * 2, LONGEST_BACKOFF_MS);
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Those to which no link leads any more are put off, not asked. */
async function claimDue(): Promise<Claimed[]> {
  const { rows } = await pool().query<Claimed>(
    `WITH due AS (
       SELECT host, EXISTS (SELECT FROM short_urls WHERE favicon_host = host AND status <> 'deleted') AS "isLinked"
       FROM favicons WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE OF favicons SKIP LOCKED)
     UPDATE favicons
     SET due_at = now() + CASE WHEN "isLinked" THEN make_interval(secs => $2) ELSE make_interval(days => $3) END
     FROM due WHERE favicons.host = due.host
     RETURNING due.host, origin, "isLinked"`,
    [AT_ONCE, CLAIM_SECONDS, UNLINKED_DAYS],
  );
  return rows;
}

/** A site whose look-up or icon fails unexpectedly is put off for a day, so that it holds up no other. */
async function refreshOrPutOff(site: Site, lookUp: LookUp): Promise<void> {
  try {
    await refreshSite(site, lookUp);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error, host: site.host }, "icon look-up failed; trying again in a day");
    await pool().query("UPDATE favicons SET due_at = now() + make_interval(days => $2) WHERE host = $1", [
      site.host,
      AGE_DAYS.unreachable,
    ]);
  }
}

/** A site that does not answer keeps the icon that it had. */
export async function refreshSite({ host, origin }: Site, lookUp: LookUp): Promise<void> {
  const found = await lookUp(origin);
  const png = found.outcome === "found" ? found.png : null;
  await pool().query(
    `UPDATE favicons
     SET fetched_at = now(), due_at = now() + make_interval(days => $2)
         ${found.outcome === "unreachable" ? "" : ", image = $3::bytea, etag = $4::text"}
     WHERE host = $1`,
    [host, AGE_DAYS[found.outcome], ...(found.outcome === "unreachable" ? [] : [png, png && etagOf(png)])],
  );
}
