import type { PoolClient } from "pg";
import { plainArray } from "@/lib/db/arrays";
import { execute, queryRows, sql } from "@/lib/db/sql";

/*
 * Three locks keep counts correct: the counting lock, the rows of links by id, and the lock of the rows that many links
 * share. All code takes them in this order, which avoids deadlocks, and holds them until the transaction ends.
 */

/** For transactions that add clicks. They run concurrently. */
export async function lockCountingShared(client: PoolClient): Promise<void> {
  await execute(client, sql`SELECT pg_advisory_xact_lock_shared(hashtext('click_counting'))`);
}

/** For transactions that count again or remove clicks. New clicks wait in the spool in the meantime. */
export async function lockCountingExclusive(client: PoolClient): Promise<void> {
  await execute(client, sql`SELECT pg_advisory_xact_lock(hashtext('click_counting'))`);
}

/** Owners whose rows of click_days include a link's clicks, besides its own row and that of all links. */
export type LinkOwners = { groupId: string | null; createdById: string | null };

/**
 * Locks links against being counted or moved by others.
 *
 * @returns the links that exist
 */
export async function lockLinks(client: PoolClient, ids: string[]): Promise<Map<string, LinkOwners>> {
  const rows = await queryRows<LinkOwners & { id: string }>(
    client,
    sql`SELECT id, group_id AS "groupId", created_by_id AS "createdById" FROM short_urls
        WHERE id = ANY (${plainArray(ids)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** For the rows of groups, users and all links. Taken last and briefly, including by the trigger for moved links. */
export async function lockSharedDays(client: PoolClient): Promise<void> {
  await execute(client, sql`SELECT pg_advisory_xact_lock(hashtext('click_days_of_many'))`);
}
