import type { Actor } from "@/lib/actor";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { changeEach, type Locked, type UrlState, type Verdict } from "@/lib/urls/bulk-store";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { consumeUrlQuota } from "@/lib/urls/limit";
import { canDeleteUrl, canEditUrl, canUseGroup } from "@/lib/urls/policy";
import { findUrls } from "@/lib/urls/queries";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import type { BulkChange } from "@/lib/urls/types";
import { assertMayUpdate, CHANGED_SINCE } from "@/lib/urls/update";
import { assertMayUseGroup, notInGroup } from "@/lib/urls/use-group";

/** The status that each action sets, and those it applies to. Deleted links stay deleted. */
const STATUSES = {
  pause: { from: ["active"], to: "paused" },
  activate: { from: ["paused"], to: "active" },
  delete: { from: ["active", "paused"], to: "deleted" },
} as const;

/**
 * Pauses, activates, deletes or moves short URLs, without their external ids, in one transaction with one audit entry.
 * Each is authorised like a single update or deletion; refused ones do not affect the others, and those whose status
 * does not fit are skipped.
 *
 * @returns a result for each link, in order
 * @throws AppError not_in_group if the actor may not use the target group
 */
export async function changeUrls(actor: Actor, input: BulkUrlsInput): Promise<BulkChange> {
  if (input.action === "move") await assertMayUseGroup(actor, input.groupId);
  const { urls, memberOf } = await findUrls(actor, input.ids);
  const isAllowed = input.action === "delete" ? canDeleteUrl : canEditUrl;
  const allowed = [...urls.values()].filter((url) => isAllowed(actor, url, memberOf));
  const to = input.action === "move" ? { groupId: input.groupId } : { status: STATUSES[input.action].to };
  return changeEach(
    actor,
    {
      verb: input.action,
      changes: input.ids.map((id) => ({ id, to })),
      // Others' links, which are refused, aren't locked: that would delay their clicks and changes.
      ids: allowed.map(({ id }) => id),
      activated:
        input.action === "activate" ? allowed.filter(({ status }) => status === "paused").map(({ id }) => id) : [],
      memberOf,
    },
    ({ id, to }, url, locked) => decide(actor, url ?? urls.get(id), { to, input, locked }),
  );
}

type Context = { to: UrlState; input: BulkUrlsInput; locked: Locked };

/** @throws AppError not_found, forbidden, invalid, not_in_group, url_limit_reached, conflict */
function decide(actor: Actor, url: ShortUrlRow | undefined, { to, input, locked }: Context): Verdict {
  if (!url) throw notFound("Short URL");
  const { memberOf } = locked;
  if (input.action !== "delete") assertMayUpdate(actor, url, { memberOf, input: to });
  else if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
  if (!fits(url, input)) return { url, states: null };
  if ("groupId" in to) {
    if (to.groupId !== null && !canUseGroup(actor, to.groupId, memberOf)) throw notInGroup();
    return { url, states: statesOfMove(url, to.groupId) };
  }
  if (input.action === "activate") {
    // Paused after it was found: its creator may not be locked, and locking them now could deadlock.
    if (url.createdById && !locked.quotas.has(url.createdById)) throw new AppError("conflict", CHANGED_SINCE);
    consumeUrlQuota(locked.quotas, url);
  }
  return { url, states: { before: { status: url.status }, after: to } };
}

function statesOfMove({ groupId: formerId, externalId }: ShortUrlRow, groupId: string | null): Verdict["states"] {
  if (externalId === null) return { before: { groupId: formerId }, after: { groupId } };
  return { before: { groupId: formerId, externalId }, after: { groupId, externalId: null } };
}

function fits({ status, groupId }: ShortUrlRow, input: BulkUrlsInput): boolean {
  if (input.action === "move") return groupId !== input.groupId;
  return STATUSES[input.action].from.some((from) => from === status);
}
