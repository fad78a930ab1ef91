import type { Actor } from "@/lib/actor";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { toItemRefusal } from "@/lib/item-refusal";
import { getBaseUrl } from "@/lib/settings/queries";
import {
  BULK_TIMEOUT_MS,
  CHANGED_SINCE,
  lockUrls,
  storeUrlStates,
  type UrlState,
  type WantedUrl,
} from "@/lib/urls/bulk-store";
import { assertMayUseGroup } from "@/lib/urls/create";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { findTakenExternalIds, type TakenExternalIds, takeExternalId } from "@/lib/urls/external-ids";
import { lockUrlQuotas, takeFromUrlQuota, type UrlQuotas } from "@/lib/urls/limit";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import { findUrls } from "@/lib/urls/queries";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import type { BulkChange, BulkUrlResult } from "@/lib/urls/types";
import { assertMayUpdate } from "@/lib/urls/update";

/** The status that each action gives, and those it applies to. Deleted links stay deleted. */
const STATUSES = {
  pause: { from: ["active"], to: "paused" },
  activate: { from: ["paused"], to: "active" },
  delete: { from: ["active", "paused"], to: "deleted" },
} as const;

/**
 * Pauses, activates, deletes or moves short URLs in one transaction with one audit entry. Each is authorised like a
 * single update or deletion; refused ones do not affect the others, and those whose status does not fit are skipped.
 *
 * @returns a result for each link, in order
 * @throws AppError not_in_group if the actor may not use the target group
 */
export async function changeUrls(actor: Actor, input: BulkUrlsInput): Promise<BulkChange> {
  if (input.action === "move") await assertMayUseGroup(actor, input.groupId);
  const [{ urls: visible, memberOf }, baseUrl] = await Promise.all([findUrls(actor, input.ids), getBaseUrl()]);
  return prisma().$transaction(
    async (tx) => {
      const paused = [...visible.values()].filter((url) => url.status === "paused" && canEditUrl(actor, url, memberOf));
      const quotas = await lockCreatorQuotas(tx, input.action === "activate" ? paused : []);
      const urls = await lockUrls(tx, [...visible.keys()]);
      const moved = input.action === "move" ? [...urls.values()].map((url) => ({ url, groupId: input.groupId })) : [];
      const taken = await findTakenExternalIds(tx, moved);
      const wanted: WantedUrl[] = [];
      const results = input.ids.map((id): BulkUrlResult => {
        try {
          const found = toWanted(actor, urls.get(id), { input, memberOf, quotas, taken });
          if (found.change) wanted.push(found.change);
          const row = { ...found.url, ...found.change?.after };
          return { id, success: true, changed: found.change !== null, data: toShortUrl(row, baseUrl) };
        } catch (error) {
          return { id, ...toItemRefusal(error) };
        }
      });
      return { changeId: await storeUrlStates(tx, actor, { verb: input.action, wanted }), results };
    },
    { timeout: BULK_TIMEOUT_MS },
  );
}

/** Locks the links' creators, who must not be those of links that the actor may not change. */
export function lockCreatorQuotas(
  tx: Transaction,
  urls: readonly Pick<ShortUrlRow, "createdById">[],
): Promise<UrlQuotas> {
  return lockUrlQuotas(tx, new Set(urls.flatMap(({ createdById }) => createdById ?? [])));
}

type Context = {
  input: BulkUrlsInput;
  memberOf: ReadonlySet<string>;
  quotas: UrlQuotas;
  taken: TakenExternalIds;
};

/** @throws AppError not_found, forbidden, invalid, url_limit_reached, conflict */
function toWanted(
  actor: Actor,
  url: ShortUrlRow | undefined,
  { input, memberOf, quotas, taken }: Context,
): { url: ShortUrlRow; change: WantedUrl | null } {
  if (!url) throw notFound("Short URL");
  const after = assertMayChange(actor, url, { input, memberOf });
  if (!fits(url, input)) return { url, change: null };
  if ("groupId" in after) {
    takeExternalId(taken, url, after.groupId);
    return { url, change: { url, before: { groupId: url.groupId }, after } };
  }
  if (input.action === "activate") {
    // Paused after it was found: its creator may not be locked, and locking them now could deadlock.
    if (url.createdById && !quotas.has(url.createdById)) throw new AppError("conflict", CHANGED_SINCE);
    takeFromUrlQuota(quotas, url);
  }
  return { url, change: { url, before: { status: url.status }, after } };
}

function assertMayChange(
  actor: Actor,
  url: ShortUrlRow,
  { input, memberOf }: Pick<Context, "input" | "memberOf">,
): UrlState {
  if (input.action === "delete") {
    if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
    return { status: "deleted" };
  }
  const to = input.action === "move" ? { groupId: input.groupId } : { status: STATUSES[input.action].to };
  assertMayUpdate(actor, url, { memberOf, input: to });
  return to;
}

function fits({ status, groupId }: ShortUrlRow, input: BulkUrlsInput): boolean {
  if (input.action === "move") return groupId !== input.groupId;
  return STATUSES[input.action].from.some((from) => from === status);
}
