import type { Actor } from "@/lib/actor";
import { type AuditItemInput, recordBulkAudit } from "@/lib/audit/record-bulk";
import { BULK_URLS } from "@/lib/audit/types";
import { plainArray, textArray } from "@/lib/db/arrays";
import { isUniqueViolation, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { type ShortUrlRow, shortUrlColumns } from "@/lib/urls/dto";
import type { UrlStatus } from "@/lib/urls/types";
import { EXTERNAL_ID_TAKEN } from "@/lib/urls/update";

export const CHANGED_SINCE = "This short URL was changed since";

/** The field that a bulk change sets. */
export type UrlState = { status: UrlStatus } | { groupId: string | null };

export type WantedUrl = { url: ShortUrlRow; before: UrlState; after: UrlState };

/** A transaction may wait for another bulk change of the same links. */
export const BULK_TIMEOUT_MS = 20_000;

/**
 * Locks links and reads them as they are then. The order of the locks avoids deadlocks between bulk changes; locks on
 * users come first, as in `assertMayBeActive`.
 */
export async function lockUrls(tx: Transaction, ids: string[]): Promise<ReadonlyMap<string, ShortUrlRow>> {
  await execute(
    tx,
    sql`SELECT FROM short_urls WHERE id = ANY (${plainArray(ids)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const rows = await tx.shortUrl.findMany({ where: { id: { in: ids } }, select: shortUrlColumns });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Stores the new states of locked links, all in the same field, with one audit entry. A trigger tells the fronts.
 *
 * @param verb what the audit log says was done
 * @returns the id of the audit entry; null if nothing changes
 * @throws AppError conflict if the new group has got another link with the external id of one of them meanwhile
 */
export async function storeUrlStates(
  tx: Transaction,
  actor: Actor,
  { verb, wanted }: { verb: string; wanted: readonly WantedUrl[] },
): Promise<string | null> {
  if (wanted.length === 0) return null;
  const updatedAt = new Date();
  const ids = plainArray(wanted.map(({ url }) => url.id));
  const statuses = wanted.flatMap(({ after }) => ("status" in after ? [after.status] : []));
  const groupIds = wanted.flatMap(({ after }) => ("groupId" in after ? [after.groupId] : []));
  const [column, values] =
    statuses.length > 0
      ? [sql`status = wanted.value::url_status`, statuses]
      : [sql`group_id = wanted.value::uuid`, groupIds];
  await execute(
    tx,
    sql`
      UPDATE short_urls SET ${column}, updated_at = ${updatedAt}::timestamptz
      FROM unnest(${ids}::uuid[], ${textArray(values)}::text[]) AS wanted (id, value)
      WHERE short_urls.id = wanted.id`,
  ).catch((error) => {
    throw isUniqueViolation(error) ? new AppError("conflict", EXTERNAL_ID_TAKEN, "groupId") : error;
  });
  const items = wanted.map(({ url, before, after }) => ({
    id: url.id,
    label: url.shortCode,
    before,
    after,
    updatedAt,
  }));
  return recordBulkAudit(tx, actor, toEvent(verb, items), items);
}

/** A change of a single link is recorded like one made without selecting. */
function toEvent(verb: string, items: AuditItemInput[]): Parameters<typeof recordBulkAudit>[2] {
  const [only] = items;
  if (only && items.length === 1) {
    const { id, label, before, after } = only;
    const action = verb === "delete" ? "short_url.delete" : "short_url.update";
    return { action, subject: { type: "short_url", id, label }, before, after };
  }
  return { action: `short_urls.${verb}`, subject: { type: BULK_URLS, label: plural(items.length, "URL") } };
}
