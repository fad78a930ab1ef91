import type pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { deleteRejectedOf } from "@/lib/clicks/rejected";
import { type ClickKey, removeClicks } from "@/lib/clicks/remove";
import { removeUnusedTexts } from "@/lib/clicks/remove-values";
import { queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { canonicalAddress } from "@/lib/ip";

/** Clicks removed per transaction, during which no click can be stored. */
const BATCH = 5_000;

const ADDRESS_INVALID = "Please enter an IPv4 or IPv6 address";

/**
 * Deletes the clicks of an address (as its user may demand), including rejected ones, removes them from all counts, and
 * deletes the user agents and referrers that nobody else sent. The audit log has an entry for each transaction, without
 * the address. Clicks stored without their full address (IP_MODE) cannot be attributed and stay.
 *
 * @returns the number of deleted clicks
 * @throws AppError invalid
 */
export async function deleteClicksByAddress(pool: pg.Pool, text: string): Promise<number> {
  const address = canonicalAddress(text.trim());
  if (!address) throw new AppError("invalid", ADDRESS_INVALID, "address");
  const keys = await findClicks(pool, address);
  let deleted = 0;
  for (let from = 0; from < keys.length; from += BATCH) {
    deleted += await inTransaction(pool, async (client) => {
      const removed = await removeClicks(client, keys.slice(from, from + BATCH));
      if (removed > 0) await recordDeletion(client, removed);
      return removed;
    });
  }
  await removeUnusedTexts(pool);
  deleted += await inTransaction(pool, async (client) => {
    const removed = await deleteRejectedOf(client, address);
    if (removed > 0) await recordDeletion(client, removed);
    return removed;
  });
  return deleted;
}

/** A full scan: clicks have no index on the address. */
async function findClicks(pool: pg.Pool, address: string): Promise<ClickKey[]> {
  return queryRows(
    pool,
    sql`SELECT url_id AS "urlId", occurred_at AS "occurredAt", id FROM stored_clicks
        WHERE ip_address IN (${address}, host(${address}::inet)) ORDER BY occurred_at`,
  );
}

async function recordDeletion(client: pg.PoolClient, deleted: number): Promise<void> {
  await recordAudit(client, OPERATOR, {
    action: "click.delete",
    subject: { type: "click", id: "", label: "clicks of one visitor" },
    after: { deleted },
  });
}
