import type pg from "pg";
import type { Click } from "@/lib/clicks/types";
import { queryRows, sql } from "@/lib/db/sql";

const REASON =
  "the database has none of its links, and all of its own are newer: is this the right database, or must it be restored first?";

/** A segment's clicks are of another database. They wait until it is back. */
export class ForeignClicksError extends Error {
  override readonly name = "ForeignClicksError";
}

/**
 * A click needs a link at its time, and links are never deleted. So a click of an unknown link, from before the first
 * link of the database, was made with another database: this one is new, or empty because that one is lost.
 *
 * @param clicks of links that the database doesn't have
 * @throws ForeignClicksError
 */
export async function assertOwnClicks(client: pg.ClientBase, clicks: readonly Pick<Click, "at">[]): Promise<void> {
  if (clicks.length === 0) return;
  const [row] = await queryRows<{ first: Date | null }>(client, sql`SELECT min(created_at) AS first FROM short_urls`);
  const first = row?.first?.getTime() ?? Number.POSITIVE_INFINITY;
  if (clicks.some(({ at }) => at < first)) throw new ForeignClicksError(REASON);
}
