import { batched } from "@/lib/batched";
import { asyncCommitPool } from "@/lib/db/pool";
import { execute, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";

/**
 * Announces a committed new link to every front (decision 0067). Concurrent calls share one statement. Never throws: a
 * front that misses the message finds the code once its entry for an unknown code expires.
 */
export const notifyLinkCreated = batched<string, void>(async (codes) => {
  try {
    await execute(
      asyncCommitPool(),
      sql`SELECT pg_notify('short_url_changed', lower(code)) FROM unnest(${codes}::text[]) AS code`,
      "notify-links-created",
    );
  } catch (error) {
    log.warn({ err: error, links: codes.length }, "failed to announce new links to the fronts");
  }
  return codes.map(() => undefined);
});
