import type pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { deleteRejectedOf } from "@/lib/clicks/rejected";
import { type ClickKey, removeClicks } from "@/lib/clicks/remove";
import { removeUnusedTexts } from "@/lib/clicks/remove-values";
import { localHourOf } from "@/lib/days";
import { queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { canonicalAddress } from "@/lib/ip";

/** Clicks removed per transaction, during which no click can be stored. */
const BATCH = 5_000;
/** How long a transaction should take. It reads all clicks of each of its days. */
const GOAL_MS = 1_000;
/** Clicks whose keys are in memory at once, about 100 MB. */
const MAX_FOUND = 500_000;
/** Later days may have many more clicks. */
const MAX_DAYS = 16;

const ADDRESS_INVALID = "Please enter an IPv4 or IPv6 address";

/**
 * Deletes the clicks of an address (as its user may demand), including rejected ones, removes them from all counts, and
 * deletes the user agents and referrers that nobody else sent. The audit log has an entry for each transaction, without
 * the address. Clicks stored without their full address (IP_MODE) cannot be attributed and stay.
 *
 * @returns the number of deleted clicks
 * @throws AppError invalid
 */
export async function deleteClicksByAddress(
  pool: pg.Pool,
  text: string,
  { maxFound = MAX_FOUND } = {},
): Promise<number> {
  const address = canonicalAddress(text.trim());
  if (!address) throw new AppError("invalid", ADDRESS_INVALID, "address");
  let deleted = 0;
  for (let isMore = true; isMore; ) {
    const keys = await findClicks(pool, address, maxFound);
    const removed = await removeFound(pool, keys);
    deleted += removed;
    isMore = removed > 0 && keys.length === maxFound;
  }
  await removeUnusedTexts(pool);
  return deleted + (await removeRecorded(pool, (client) => deleteRejectedOf(client, address)));
}

/** Removes clicks by days, as many at once as take about GOAL_MS. */
async function removeFound(pool: pg.Pool, keys: ClickKey[]): Promise<number> {
  let removed = 0;
  let days = 1;
  for (let from = 0; from < keys.length; ) {
    const batch = firstDays(keys.slice(from, from + BATCH), days);
    from += batch.length;
    const started = performance.now();
    removed += await removeRecorded(pool, (client) => removeClicks(client, batch));
    const tookMs = performance.now() - started;
    if (tookMs > GOAL_MS) days = Math.max(1, Math.floor((days * GOAL_MS) / tookMs));
    else if (tookMs < GOAL_MS / 2) days = Math.min(2 * days, MAX_DAYS);
  }
  return removed;
}

/** Removes clicks and records it, in one transaction. */
function removeRecorded(pool: pg.Pool, remove: (client: pg.PoolClient) => Promise<number>): Promise<number> {
  return inTransaction(pool, async (client) => {
    const removed = await remove(client);
    if (removed > 0) await recordDeletion(client, removed);
    return removed;
  });
}

/** A full scan: clicks have no index on the address. */
async function findClicks(pool: pg.Pool, address: string, limit: number): Promise<ClickKey[]> {
  return queryRows(
    pool,
    sql`SELECT url_id AS "urlId", occurred_at AS "occurredAt", id FROM stored_clicks
        WHERE ip_address IN (${address}, host(${address}::inet)) ORDER BY occurred_at LIMIT ${limit}`,
  );
}

/** The keys of the first days; they are sorted by time. */
function firstDays(keys: ClickKey[], days: number): ClickKey[] {
  const { TIME_ZONE } = env();
  const seen = new Set<string>();
  const end = keys.findIndex(
    ({ occurredAt }) => seen.add(localHourOf(occurredAt.getTime(), TIME_ZONE).day).size > days,
  );
  return end === -1 ? keys : keys.slice(0, end);
}

async function recordDeletion(client: pg.PoolClient, deleted: number): Promise<void> {
  await recordAudit(client, OPERATOR, {
    action: "click.delete",
    subject: { type: "click", id: "", label: "clicks of one visitor" },
    after: { deleted },
  });
}
