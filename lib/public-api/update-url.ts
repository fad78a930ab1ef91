import { auditActorOf } from "@/lib/api-keys/audit-actor";
import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { toApiUrl } from "@/lib/public-api/dto";
import { assertMayDelete, assertMayUpdate } from "@/lib/public-api/policy";
import type { UpdateApiUrlInput } from "@/lib/public-api/schema";
import type { ApiUrl } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { toShortUrl } from "@/lib/urls/dto";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";
import { changeUrl } from "@/lib/urls/update";

/**
 * Changes destination or status of a link of the key's group; what the input leaves out stays.
 * Becoming active again counts against its creator's limit as creating does. The status deleted also needs what
 * deleting needs.
 *
 * @throws AppError insufficient_scope, not_found, forbidden, url_limit_reached, invalid
 */
export async function updateApiUrl(caller: ApiCaller, idOrCode: string, input: UpdateApiUrlInput): Promise<ApiUrl> {
  assertScope(caller, "update");
  if (input.status === "deleted") assertScope(caller, "delete");
  const [url, baseUrl] = await Promise.all([getUrlOfGroupOrThrow(caller.groupId, idOrCode), getBaseUrl()]);
  assertMayUpdate(caller, url);
  if (input.status === "deleted") await assertMayDelete(caller, url);
  const originalUrl = input.url === undefined ? undefined : storedDestination(input.url, baseUrl, "url");
  const row = await changeUrl(auditActorOf(caller), url, { originalUrl, status: input.status });
  return toApiUrl(toShortUrl(row, baseUrl), caller.groupId);
}
