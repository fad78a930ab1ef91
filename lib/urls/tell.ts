import { forgetfulPool } from "@/lib/db/pool";
import { log } from "@/lib/log";
import { together } from "@/lib/together";

const TELL = "SELECT pg_notify('short_url_changed', lower(code)) FROM unnest($1::text[]) AS code";

/**
 * Tells every front of a link whose transaction was to leave that to its caller (decision 0067); those
 * that come while the database is being told go together. Never fails: a front that was not told finds
 * the code when it forgets that it was unknown.
 */
export const tellOfNewLink = together<string, void>(async (codes) => {
  try {
    await forgetfulPool().query({ name: "tell-of-new-links", text: TELL, values: [codes] });
  } catch (error) {
    log.warn({ err: error, links: codes.length }, "the fronts were not told of new links");
  }
  return codes.map(() => undefined);
});
