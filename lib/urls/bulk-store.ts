import type { Actor } from "@/lib/actor";
import { type AuditItemInput, recordBulkAudit } from "@/lib/audit/record-bulk";
import { type AuditVerb, BULK_URLS } from "@/lib/audit/types";
import { plainArray, textArray } from "@/lib/db/arrays";
import { isUniqueViolation, prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { groupIdsOf } from "@/lib/groups/queries";
import { toItemRefusal } from "@/lib/item-refusal";
import { getBaseUrl } from "@/lib/settings/queries";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { EXTERNAL_ID_TAKEN, findTakenExternalIds, type TakenExternalIds } from "@/lib/urls/external-ids";
import { lockUrlQuotas, type UrlQuotas } from "@/lib/urls/limit";
import { revokeSharesOfDeleted } from "@/lib/urls/revoke-shares";
import type { BulkChange, BulkUrlResult, UrlStatus } from "@/lib/urls/types";

/** The fields that a bulk change sets. A link has its external id only in its group. */
export type UrlState = { status: UrlStatus } | { groupId: string | null; externalId?: string | null };

/** A link and its new state. */
export type UrlChange = { id: string; to: UrlState };

/** Data that decides whether locked links may change, besides the links themselves. */
export type Locked = {
  quotas: UrlQuotas;
  taken: TakenExternalIds;
  /** Those of `memberOf` that the actor is still in. */
  memberOf: ReadonlySet<string>;
};

/** The decision for a link: its states before and after, or null if it doesn't change. */
export type Verdict = { url: ShortUrlRow; states: { before: UrlState; after: UrlState } | null };

type WantedUrl = { url: ShortUrlRow; before: UrlState; after: UrlState };

/** A transaction may wait for another bulk change of the same links. */
const BULK_TIMEOUT_MS = 20_000;

type BulkInput<C> = {
  /** The action's verb in the audit log. */
  verb: AuditVerb;
  changes: readonly C[];
  /** Links to lock. */
  ids: string[];
  /** The ones that may become active. Their creators are locked, so the actor must be allowed to change them. */
  activated: string[];
  /** The actor's groups. */
  memberOf: ReadonlySet<string>;
};

/**
 * Changes links in one transaction with one audit entry. Refused ones do not affect the others.
 *
 * @param decide called for each link while it is locked; an error that it throws refuses that link
 * @returns a result for each link, in order
 * @throws AppError unauthorized, forbidden if the actor may no longer act
 */
export async function changeEach<C extends UrlChange>(
  actor: Actor,
  { verb, changes, ids, activated, memberOf }: BulkInput<C>,
  decide: (change: C, url: ShortUrlRow | undefined, locked: Locked) => Verdict,
): Promise<BulkChange> {
  const baseUrl = await getBaseUrl();
  return prisma().$transaction(
    async (tx) => {
      await execute(tx, sql`SELECT set_config('lock_timeout', ${`${BULK_TIMEOUT_MS}ms`}, true)`);
      const quotas = await lockCreatorQuotas(tx, activated);
      const urls = await lockUrls(tx, ids);
      const locked = {
        quotas,
        taken: await findTakenExternalIds(tx, placesOf(changes)),
        memberOf: await stillIn(tx, actor, memberOf),
      };
      const wanted: WantedUrl[] = [];
      const results = changes.map((change): BulkUrlResult => {
        const { id } = change;
        try {
          const { url, states } = decide(change, urls.get(id), locked);
          if (states) wanted.push({ url, ...states });
          return {
            id,
            success: true,
            changed: states !== null,
            data: toShortUrl({ ...url, ...states?.after }, baseUrl),
          };
        } catch (error) {
          return { id, ...toItemRefusal(error) };
        }
      });
      return { changeId: await storeUrlStates(tx, actor, { verb, wanted }), results };
    },
    { timeout: BULK_TIMEOUT_MS },
  );
}

async function lockCreatorQuotas(tx: Transaction, ids: string[]): Promise<UrlQuotas> {
  const urls = await tx.shortUrl.findMany({ where: { id: { in: ids } }, select: { createdById: true } });
  return lockUrlQuotas(tx, new Set(urls.flatMap(({ createdById }) => createdById ?? [])));
}

async function stillIn(tx: Transaction, { id }: Actor, memberOf: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const groupIds = await groupIdsOf(id, tx);
  return new Set([...memberOf].filter((groupId) => groupIds.has(groupId)));
}

function placesOf(changes: readonly UrlChange[]) {
  return changes.flatMap(({ to }) => ("groupId" in to ? [to] : []));
}

/**
 * Locks links and reads them as they are then. The order of the locks avoids deadlocks between bulk changes; locks on
 * users come first, as in `changeUrl`.
 */
async function lockUrls(tx: Transaction, ids: string[]): Promise<ReadonlyMap<string, ShortUrlRow>> {
  await execute(
    tx,
    sql`SELECT FROM short_urls WHERE id = ANY (${plainArray(ids)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const rows = await tx.shortUrl.findMany({ where: { id: { in: ids } }, select: shortUrlColumns });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Stores the new states of locked links, all in the same fields, with one audit entry, and revokes the shared pages of
 * deleted ones. A trigger notifies the fronts.
 *
 * @returns the id of the audit entry; null if nothing changes
 * @throws AppError conflict if another link of the group has taken one of their external ids in the meantime
 */
async function storeUrlStates(
  tx: Transaction,
  actor: Actor,
  { verb, wanted }: { verb: AuditVerb; wanted: readonly WantedUrl[] },
): Promise<string | null> {
  if (wanted.length === 0) return null;
  const updatedAt = new Date();
  const ids = plainArray(wanted.map(({ url }) => url.id));
  const statuses = wanted.flatMap(({ after }) => ("status" in after ? [after.status] : []));
  const groupIds = wanted.flatMap(({ after }) => ("groupId" in after ? [after.groupId] : []));
  const externalIds = wanted.map(({ after }) => ("groupId" in after ? (after.externalId ?? null) : null));
  const [column, values] =
    statuses.length > 0
      ? [sql`status = wanted.value::url_status`, statuses]
      : [sql`group_id = wanted.value::uuid, external_id = wanted.external_id`, groupIds];
  await execute(
    tx,
    sql`
      UPDATE short_urls SET ${column}, updated_at = ${updatedAt}::timestamptz
      FROM unnest(${ids}::uuid[], ${textArray(values)}::text[], ${textArray(externalIds)}::text[])
        AS wanted (id, value, external_id)
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
  const changeId = await recordBulkAudit(tx, actor, toEvent(verb, items), items);
  const deleted = wanted.filter(({ after }) => "status" in after && after.status === "deleted");
  await revokeSharesOfDeleted(
    tx,
    actor,
    deleted.map(({ url }) => url),
  );
  return changeId;
}

/** A change of a single link is recorded like one made without selecting. */
function toEvent(verb: AuditVerb, items: AuditItemInput[]): Parameters<typeof recordBulkAudit>[2] {
  const [only] = items;
  if (only && items.length === 1) {
    const { id, label, before, after } = only;
    const action = verb === "delete" ? "short_url.delete" : "short_url.update";
    return { action, subject: { type: "short_url", id, label }, before, after };
  }
  return { action: `short_urls.${verb}`, subject: { type: BULK_URLS, label: plural(items.length, "URL") } };
}
