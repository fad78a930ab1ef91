import { auditActorOf } from "@/lib/api-keys/label";
import type { ApiCaller } from "@/lib/api-keys/types";
import { type DeletedUrl, markDeleted } from "@/lib/urls/delete";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

/**
 * Deletes a link of the key's group as the dashboard does: by its status, its code never given out again.
 *
 * @throws AppError not_found
 */
export async function deleteApiUrl(caller: ApiCaller, idOrCode: string): Promise<DeletedUrl> {
  return markDeleted(auditActorOf(caller), await getUrlOfGroupOrThrow(caller.groupId, idOrCode));
}
