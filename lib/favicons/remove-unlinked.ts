import type pg from "pg";
import { plainArray } from "@/lib/db/arrays";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";

const BATCH = 1_000;
const UNLINKED: Sql = sql`NOT EXISTS (SELECT FROM short_urls WHERE favicon_host = host)`;

/**
 * Deletes hosts that no link has any more, not even a deleted one. Otherwise, editing the destination of a single link
 * would add a host and its icon each time.
 */
export async function removeUnlinkedHosts(pool: pg.Pool): Promise<void> {
  while ((await removeBatch(pool)) === BATCH);
}

/**
 * Hosts are locked before they are looked up again, since a link may have been committed after the first look. Hosts of
 * links that are being inserted are locked by those, and skipped.
 *
 * @returns how many hosts were locked
 */
async function removeBatch(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const rows = await queryRows<{ host: string }>(
      client,
      sql`SELECT host FROM favicons WHERE ${UNLINKED} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    );
    const hosts = plainArray(rows.map(({ host }) => host));
    await execute(client, sql`DELETE FROM favicons WHERE host = ANY (${hosts}::text[]) AND ${UNLINKED}`);
    return rows.length;
  });
}
