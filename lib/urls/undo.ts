import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { AppError, notFound } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { changeEach, type Locked, type UrlChange, type UrlState, type Verdict } from "@/lib/urls/bulk-store";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { takeExternalId } from "@/lib/urls/external-ids";
import { consumeUrlQuota } from "@/lib/urls/limit";
import { canUseGroup } from "@/lib/urls/policy";
import { type BulkChange, UNDO_MINUTES, URL_STATUSES } from "@/lib/urls/types";
import { assertMayUpdate, CHANGED_SINCE } from "@/lib/urls/update";
import { notInGroup } from "@/lib/urls/use-group";
import * as z from "@/lib/zod";

const stateSchema = z.union([
  z.object({ status: z.enum(URL_STATUSES) }),
  z.object({ groupId: z.string().nullable(), externalId: z.string().nullable().optional() }),
]);

/** `from` is the state that the change set. */
type Item = UrlChange & { from: UrlState; updatedAt: Date };

/**
 * Gives the links of the actor's own bulk change the states they had before, with their external ids, from its audit entry, in one transaction.
 * Links that were changed in any way since are refused, as are those that the actor may no longer edit or put into
 * their former group. Reactivating counts against the creator's limit.
 *
 * @returns a result for each link that the change had changed
 * @throws AppError not_found, including if the change is older than UNDO_MINUTES
 */
export async function undoChange(actor: Actor, changeId: string): Promise<BulkChange> {
  const [changes, memberOf] = await Promise.all([findItems(actor, changeId), groupIdsOf(actor.id)]);
  return changeEach(
    actor,
    {
      verb: "restore",
      changes,
      ids: changes.map(({ id }) => id),
      activated: changes.filter(({ to }) => becomesActive(to)).map(({ id }) => id),
      memberOf,
    },
    (item, url, locked) => decide(actor, url, { item, locked }),
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
    to: stateSchema.parse(before),
    from: stateSchema.parse(after),
    updatedAt: subjectUpdatedAt,
  }));
}

type Context = { item: Item; locked: Locked };

/**
 * Checks permissions for the link in its former group: a user who moved it out of their group may put it back. Its
 * status is the current one, since deleting it again requires the right to delete.
 *
 * @throws AppError not_found, forbidden, invalid, conflict, not_in_group, url_limit_reached
 */
function decide(actor: Actor, url: ShortUrlRow | undefined, { item, locked }: Context): Verdict {
  const { from, to } = item;
  const { memberOf } = locked;
  if (!url) throw notFound("Short URL");
  assertMayUpdate(actor, { ...url, ...to, status: url.status }, { memberOf, input: to });
  if (url.updatedAt.getTime() !== item.updatedAt.getTime() || !isIn(url, from)) {
    throw new AppError("conflict", CHANGED_SINCE);
  }
  if ("groupId" in to) {
    const { groupId } = to;
    if (groupId !== null && !canUseGroup(actor, groupId, memberOf)) {
      throw notInGroup();
    }
    takeExternalId(locked.taken, to);
  }
  if (becomesActive(to)) consumeUrlQuota(locked.quotas, url);
  return { url, states: { before: from, after: to } };
}

function isIn(url: ShortUrlRow, state: UrlState): boolean {
  return "status" in state ? url.status === state.status : url.groupId === state.groupId;
}

function becomesActive(state: UrlState): boolean {
  return "status" in state && state.status === "active";
}
