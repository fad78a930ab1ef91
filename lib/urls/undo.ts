import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { Actor } from "@/lib/actor";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError, notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { toItemRefusal } from "@/lib/item-refusal";
import { getBaseUrl } from "@/lib/settings/queries";
import { lockCreatorQuotas } from "@/lib/urls/bulk";
import {
  BULK_TIMEOUT_MS,
  CHANGED_SINCE,
  lockUrls,
  storeUrlStates,
  type UrlState,
  type WantedUrl,
} from "@/lib/urls/bulk-store";
import { NOT_IN_GROUP } from "@/lib/urls/create";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { findTakenExternalIds, type TakenExternalIds, takeExternalId } from "@/lib/urls/external-ids";
import { takeFromUrlQuota, type UrlQuotas } from "@/lib/urls/limit";
import { canUseGroup } from "@/lib/urls/policy";
import { type BulkChange, type BulkUrlResult, UNDO_MINUTES, URL_STATUSES } from "@/lib/urls/types";
import { assertMayUpdate } from "@/lib/urls/update";

const stateSchema = z.union([z.object({ status: z.enum(URL_STATUSES) }), z.object({ groupId: z.string().nullable() })]);

type Item = { id: string; before: UrlState; after: UrlState; updatedAt: Date };

/**
 * Gives the links of the actor's own bulk change the states they had before, from its audit entry, in one transaction.
 * Links that were changed in any way since are refused, as are those that the actor may no longer edit or put into
 * their former group. Reactivating counts against the creator's limit.
 *
 * @returns a result for each link that the change had changed
 * @throws AppError not_found, also if the change is older than UNDO_MINUTES
 */
export async function undoChange(actor: Actor, changeId: string): Promise<BulkChange> {
  const [items, memberOf, baseUrl] = await Promise.all([
    findItems(actor, changeId),
    groupIdsOf(actor.id),
    getBaseUrl(),
  ]);
  return prisma().$transaction(
    async (tx) => {
      const quotas = await lockQuotasToRestore(tx, items);
      const ids = items.map(({ id }) => id);
      const urls = await lockUrls(tx, ids);
      const moved = items.flatMap(({ id, before }) => {
        const url = urls.get(id);
        return url && "groupId" in before ? [{ url, groupId: before.groupId }] : [];
      });
      const taken = await findTakenExternalIds(tx, moved);
      const wanted: WantedUrl[] = [];
      const results = items.map((item): BulkUrlResult => {
        try {
          const url = assertMayRestore(actor, urls.get(item.id), { item, memberOf, quotas, taken });
          wanted.push({ url, before: item.after, after: item.before });
          return { id: item.id, success: true, changed: true, data: toShortUrl({ ...url, ...item.before }, baseUrl) };
        } catch (error) {
          return { id: item.id, ...toItemRefusal(error) };
        }
      });
      return { changeId: await storeUrlStates(tx, actor, { verb: "restore", wanted }), results };
    },
    { timeout: BULK_TIMEOUT_MS },
  );
}

/** @throws AppError not_found */
async function findItems(actor: Actor, changeId: string): Promise<Item[]> {
  const since = new Date(Date.now() - UNDO_MINUTES * 60_000);
  const rows = isUuid(changeId)
    ? await prisma().auditItem.findMany({
        where: { entryId: changeId, entry: { actorId: actor.id, occurredAt: { gte: since } } },
        orderBy: { subjectId: "asc" },
      })
    : [];
  if (rows.length === 0) throw notFound("Change");
  return rows.map(({ subjectId, before, after, subjectUpdatedAt }) => ({
    id: subjectId,
    before: stateSchema.parse(before),
    after: stateSchema.parse(after),
    updatedAt: subjectUpdatedAt,
  }));
}

async function lockQuotasToRestore(tx: Transaction, items: Item[]): Promise<UrlQuotas> {
  const activated = items.filter(({ before }) => becomesActive(before)).map(({ id }) => id);
  return lockCreatorQuotas(
    tx,
    await tx.shortUrl.findMany({ where: { id: { in: activated } }, select: { createdById: true } }),
  );
}

type Context = { item: Item; memberOf: ReadonlySet<string>; quotas: UrlQuotas; taken: TakenExternalIds };

/**
 * Permissions are those for the link in its former group: whoever moved it out of theirs may put it back. Its status is
 * the current one, since deleting again takes the right to delete.
 *
 * @throws AppError not_found, forbidden, invalid, conflict, not_in_group, url_limit_reached
 */
function assertMayRestore(
  actor: Actor,
  url: ShortUrlRow | undefined,
  { item, memberOf, quotas, taken }: Context,
): ShortUrlRow {
  const { before, after } = item;
  if (!url) throw notFound("Short URL");
  assertMayUpdate(actor, { ...url, ...before, status: url.status }, { memberOf, input: before });
  if (url.updatedAt.getTime() !== item.updatedAt.getTime() || !isIn(url, after)) {
    throw new AppError("conflict", CHANGED_SINCE);
  }
  if ("groupId" in before) {
    const { groupId } = before;
    if (groupId !== null && !canUseGroup(actor, groupId, memberOf)) {
      throw new AppError("not_in_group", NOT_IN_GROUP, "groupId");
    }
    takeExternalId(taken, url, groupId);
  }
  if (becomesActive(before)) takeFromUrlQuota(quotas, url);
  return url;
}

function isIn(url: ShortUrlRow, state: UrlState): boolean {
  return "status" in state ? url.status === state.status : url.groupId === state.groupId;
}

function becomesActive(state: UrlState): boolean {
  return "status" in state && state.status === "active";
}
