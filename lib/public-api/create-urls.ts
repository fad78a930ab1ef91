import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { invalidInput } from "@/lib/errors";
import { toItemRefusal } from "@/lib/item-refusal";
import { type Created, createClaimed } from "@/lib/public-api/create-url";
import { assertSameRequest, type Claim, itemClaim, makeClaim } from "@/lib/public-api/idempotency";
import { type CreateApiUrlsInput, createApiUrlSchema } from "@/lib/public-api/schema";
import type { BulkItem } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";

/**
 * Creates short URLs one after the other, and gives a result for each in their order; those that
 * are refused do not stop the others. Repeated with the same key, only what was refused is tried again.
 *
 * @throws AppError insufficient_scope, invalid, idempotency_key_reused
 */
export async function createApiUrls(
  caller: ApiCaller,
  { urls }: CreateApiUrlsInput,
  idempotencyKey: string | null = null,
): Promise<BulkItem[]> {
  assertScope(caller, "create");
  const claim = makeClaim(caller, idempotencyKey, ["bulk", urls]);
  await assertSameRequest(claim);
  const baseUrl = await getBaseUrl();
  const results: BulkItem[] = [];
  for (const [index, item] of urls.entries()) {
    results.push(await resultOf(createItem(caller, item, { claim: itemClaim(claim, index), baseUrl })));
  }
  return results;
}

async function createItem(
  caller: ApiCaller,
  item: unknown,
  options: { claim: Claim | null; baseUrl: string },
): Promise<Created> {
  const { success, data, error } = createApiUrlSchema.safeParse(item);
  if (!success) throw invalidInput(error.issues);
  return createClaimed(caller, data, options);
}

async function resultOf(work: Promise<Created>): Promise<BulkItem> {
  try {
    return { success: true, data: (await work).url };
  } catch (error) {
    return toItemRefusal(error);
  }
}
