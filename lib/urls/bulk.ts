import { forbidden, notFound } from "@/lib/errors";
import { toItemRefusal } from "@/lib/item-refusal";
import { getBaseUrl } from "@/lib/settings/queries";
import { assertMayUseGroup } from "@/lib/urls/create";
import { markDeleted } from "@/lib/urls/delete";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { canDeleteUrl } from "@/lib/urls/policy";
import { findUrls } from "@/lib/urls/queries";
import type { BulkUrlsInput } from "@/lib/urls/schema";
import type { BulkUrlResult } from "@/lib/urls/types";
import { assertMayUpdate, changeUrl } from "@/lib/urls/update";
import type { Actor } from "@/lib/users/types";

const STATUS_AFTER = { pause: "paused", activate: "active" } as const;

/**
 * Pauses, activates, deletes or moves short URLs one after the other, each under the rules of its
 * own call and in a transaction of its own: one that is refused does not stop the others. What is
 * so already stays as it is, and is no change of the audit log.
 *
 * @returns what became of each, in their order
 * @throws AppError not_in_group, when none may be moved there
 */
export async function changeUrls(actor: Actor, input: BulkUrlsInput): Promise<BulkUrlResult[]> {
  if (input.action === "move") await assertMayUseGroup(actor, input.groupId);
  const [{ urls, memberOf }, baseUrl] = await Promise.all([findUrls(actor, input.ids), getBaseUrl()]);
  const results: BulkUrlResult[] = [];
  for (const id of input.ids) {
    try {
      const row = await act(actor, urls.get(id), { input, memberOf });
      results.push({ id, success: true, data: toShortUrl(row, baseUrl) });
    } catch (error) {
      results.push({ id, ...toItemRefusal(error) });
    }
  }
  return results;
}

async function act(
  actor: Actor,
  url: ShortUrlRow | undefined,
  { input, memberOf }: { input: BulkUrlsInput; memberOf: ReadonlySet<string> },
): Promise<ShortUrlRow> {
  if (!url) throw notFound("Short URL");
  if (input.action === "delete") {
    if (!canDeleteUrl(actor, url, memberOf)) throw forbidden();
    return { ...url, ...(await markDeleted(actor, url)) };
  }
  const changes = input.action === "move" ? { groupId: input.groupId } : { status: STATUS_AFTER[input.action] };
  assertMayUpdate(actor, url, { memberOf, input: changes });
  return changeUrl(actor, url, changes);
}
