import type pg from "pg";
import type { Click } from "@/lib/clicks/types";
import { queryRows, sql } from "@/lib/db/sql";

const REASON =
  "none of the links in this segment exist in the database, and all links in the database are newer: check DATABASE_URL, or restore the database first";

/** A segment's clicks belong to another database. They wait until it is back. */
export class ForeignClicksError extends Error {
  override readonly name = "ForeignClicksError";
}

/**
 * A click needs a link at its time, and links are never deleted. So a click on an unknown link that is older than the
 * database's first link belongs to another database: this one is new, or replaces one that was lost.
 *
 * @param clicks on links that the database doesn't have
 * @throws ForeignClicksError
 */
export async function assertOwnClicks(client: pg.ClientBase, clicks: readonly Pick<Click, "at">[]): Promise<void> {
  if (clicks.length === 0) return;
  const [row] = await queryRows<{ first: Date | null }>(client, sql`SELECT min(created_at) AS first FROM short_urls`);
  const first = row?.first?.getTime() ?? Number.POSITIVE_INFINITY;
  if (clicks.some(({ at }) => at < first)) throw new ForeignClicksError(REASON);
}
