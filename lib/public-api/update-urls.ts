import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import { invalidInput } from "@/lib/errors";
import { runItems } from "@/lib/public-api/bulk";
import { type UpdateApiUrlsInput, updateApiUrlItemSchema } from "@/lib/public-api/schema";
import type { ApiUrl, UpdatedItem } from "@/lib/public-api/types";
import { updateApiUrl } from "@/lib/public-api/update-url";

/**
 * Updates links in the key's group one by one, each authorised and audited like a single update, and returns a result
 * for each, in order. Failed items do not affect the others.
 *
 * @throws AppError insufficient_scope
 */
export async function updateApiUrls(caller: ApiCaller, { urls }: UpdateApiUrlsInput): Promise<UpdatedItem[]> {
  assertScope(caller, "update");
  return runItems(urls, (item) => updateItem(caller, item));
}

async function updateItem(caller: ApiCaller, item: unknown): Promise<ApiUrl> {
  const { success, data, error } = updateApiUrlItemSchema.safeParse(item);
  if (!success) throw invalidInput(error.issues);
  const { id, ...changes } = data;
  return updateApiUrl(caller, id, changes);
}
