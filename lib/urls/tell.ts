import { forgetfulPool } from "@/lib/db/pool";
import { log } from "@/lib/log";

const TELL = "SELECT pg_notify('short_url_changed', lower(code)) FROM unnest($1::text[]) AS code";

let running: Promise<void> = Promise.resolve();
let next: { codes: string[]; told: Promise<void> } | undefined;

/**
 * Tells every front of a link whose transaction was to leave that to its caller (decision 0067); those
 * that come while the database is being told go together. Never fails: a front that was not told finds
 * the code when it forgets that it was unknown.
 */
export function tellOfNewLink(shortCode: string): Promise<void> {
  next ??= begin();
  next.codes.push(shortCode);
  return next.told;
}

function begin(): { codes: string[]; told: Promise<void> } {
  const codes: string[] = [];
  running = running.then(() => {
    next = undefined;
    return tell(codes);
  });
  return { codes, told: running };
}

async function tell(codes: string[]): Promise<void> {
  try {
    await forgetfulPool().query({ name: "tell-of-new-links", text: TELL, values: [codes] });
  } catch (error) {
    log.warn({ err: error, links: codes.length }, "the fronts were not told of new links");
  }
}
