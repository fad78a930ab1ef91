import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { deleteRejectedOf } from "@/lib/clicks/rejected";
import { type ClickKey, removeClicks } from "@/lib/clicks/remove";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { canonicalAddress } from "@/lib/ip-address";

/** Removed in one transaction, during which no click is stored. */
const BATCH = 5_000;

export const ADDRESS_INVALID = "Please enter an IPv4 or IPv6 address";

/**
 * Deletes the stored clicks of an address, as its owner may ask for, and takes them out of all
 * counts. Each transaction has its entry in the audit log, which does not name the address. Clicks
 * that were stored without their whole address (IP_MODE) cannot be told from those of others, and stay.
 * Those that the drain has set aside are deleted too.
 *
 * @returns how many were deleted
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
  deleted += await inTransaction(pool, async (client) => {
    const removed = await deleteRejectedOf(client, address);
    if (removed > 0) await recordDeletion(client, removed);
    return removed;
  });
  return deleted;
}

/** Clicks have no index on their address: all are looked through, once. */
async function findClicks(pool: pg.Pool, address: string): Promise<ClickKey[]> {
  const { rows } = await pool.query<ClickKey>(
    `SELECT url_id AS "urlId", occurred_at AS "occurredAt", id FROM clicks WHERE ip_address = $1 ORDER BY occurred_at`,
    [address],
  );
  return rows;
}

/** By nobody who is signed in: whoever runs commands on the server. */
async function recordDeletion(client: pg.PoolClient, count: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (id, actor_label, action, subject_type, subject_id, subject_label, after)
     VALUES ($1, 'Operator', 'click.delete', 'click', '', 'Clicks of one visitor', jsonb_build_object('deleted', $2::int))`,
    [uuidv7(), count],
  );
}
