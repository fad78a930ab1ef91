import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope, auditActorOf } from "@/lib/api-keys/usable";
import { toApiUrl } from "@/lib/public-api/dto";
import { assertMayDelete, assertMayUpdate } from "@/lib/public-api/policy";
import type { UpdateApiUrlInput } from "@/lib/public-api/schema";
import type { ApiUrl } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";
import { changeUrl } from "@/lib/urls/update";

/**
 * Updates the destination, status or external id of a link in the key's group; omitted fields stay unchanged.
 * Reactivating counts against the creator's limit. Setting the status to deleted also requires the right to delete.
 *
 * @param ifExternalId the external id that the link must still have
 * @throws AppError insufficient_scope, not_found, forbidden, url_limit_reached, invalid, conflict
 */
export async function updateApiUrl(
  caller: ApiCaller,
  idOrCode: string,
  input: UpdateApiUrlInput,
  ifExternalId?: string,
): Promise<ApiUrl> {
  assertScope(caller, "update");
  if (input.status === "deleted") assertScope(caller, "delete");
  const [url, baseUrl] = await Promise.all([getUrlOfGroupOrThrow(caller.groupId, idOrCode), getBaseUrl()]);
  assertMayUpdate(caller, url);
  if (input.status === "deleted") await assertMayDelete(caller, url);
  const originalUrl = input.url === undefined ? undefined : storedDestination(input.url, baseUrl, "url");
  const { status, externalId } = input;
  const row = await changeUrl(auditActorOf(caller), url, { originalUrl, status, externalId, ifExternalId });
  return toApiUrl(row, caller);
}
