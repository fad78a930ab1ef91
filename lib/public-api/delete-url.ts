import { auditActorOf } from "@/lib/api-keys/audit-actor";
import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { assertMayDelete } from "@/lib/public-api/policy";
import { type DeletedUrl, markDeleted } from "@/lib/urls/delete";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

/**
 * Deletes a link of the key's group as the dashboard does: by its status, its code never given out again.
 *
 * @throws AppError insufficient_scope, not_found, forbidden
 */
export async function deleteApiUrl(caller: ApiCaller, idOrCode: string): Promise<DeletedUrl> {
  assertScope(caller, "delete");
  const url = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  await assertMayDelete(caller, url);
  return markDeleted(auditActorOf(caller), url);
}
