import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import { AppError } from "@/lib/errors";
import { runItems } from "@/lib/public-api/bulk";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { type DeleteApiUrlsQuery, ITEM_ID_REQUIRED } from "@/lib/public-api/schema";
import type { DeletedItem } from "@/lib/public-api/types";

/**
 * Deletes links in the key's group one by one, each authorised and audited like a single deletion, and returns a
 * result for each, in order. Failed items do not affect the others.
 *
 * @throws AppError insufficient_scope
 */
export async function deleteApiUrls(caller: ApiCaller, { ids }: DeleteApiUrlsQuery): Promise<DeletedItem[]> {
  assertScope(caller, "delete");
  return runItems(ids, async (id) => {
    if (id === "") throw new AppError("invalid", ITEM_ID_REQUIRED, "ids");
    return deleteApiUrl(caller, id);
  });
}
