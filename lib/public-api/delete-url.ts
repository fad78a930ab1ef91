import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope, auditActorOf } from "@/lib/api-keys/usable";
import { assertMayDelete } from "@/lib/public-api/policy";
import { markDeleted } from "@/lib/urls/delete";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";
import type { DeletedUrl } from "@/lib/urls/types";

/**
 * Sets the status of a link in the key's group to deleted. Its code is never reused.
 *
 * @throws AppError insufficient_scope, not_found, forbidden
 */
export async function deleteApiUrl(caller: ApiCaller, idOrCode: string): Promise<Omit<DeletedUrl, "previousStatus">> {
  assertScope(caller, "delete");
  const url = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  await assertMayDelete(caller, url);
  const { id, status } = await markDeleted(auditActorOf(caller), url);
  return { id, status };
}
