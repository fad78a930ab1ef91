import type { PoolClient } from "pg";
import { plainArray } from "@/lib/db/arrays";

/**
 * What is counted is kept true by three locks, which everybody takes in this order, so that no two
 * wait for each other: that of all counting, the rows of the links in the order of their ids, and
 * that of the rows which many links share. Each is held until the transaction ends.
 */

/** For those that add clicks: many at a time. */
export async function joinCounting(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock_shared(hashtext('click_counting'))");
}

/** For those that count anew or take clicks away: alone. Clicks wait in the spool meanwhile. */
export async function holdCounting(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('click_counting'))");
}

/**
 * Locks links against being counted or moved by others.
 *
 * @returns the group of each that there is
 */
export async function lockLinks(client: PoolClient, ids: string[]): Promise<Map<string, string | null>> {
  const { rows } = await client.query<[id: string, groupId: string | null]>({
    rowMode: "array",
    text: "SELECT id, group_id FROM short_urls WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE",
    values: [plainArray(ids)],
  });
  return new Map(rows);
}

/** For the rows of groups and of all links. Taken last and held shortly, by the trigger that moves links too. */
export async function lockSharedDays(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('click_days_of_many'))");
}
