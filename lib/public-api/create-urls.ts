import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope } from "@/lib/api-keys/usable";
import { invalidInput } from "@/lib/errors";
import { runItems } from "@/lib/public-api/bulk";
import { type Created, createClaimed } from "@/lib/public-api/create-url";
import { type Claim, claimBulk, itemClaim, makeClaim, releaseUnusedBulk } from "@/lib/public-api/idempotency";
import { type CreateApiUrlsInput, createApiUrlSchema } from "@/lib/public-api/schema";
import type { BulkItem } from "@/lib/public-api/types";
import { getBaseUrl } from "@/lib/settings/queries";

/** `isReplayed` if an earlier request with the same idempotency key created some of them. */
export type CreatedUrls = { items: BulkItem[]; isReplayed: boolean };

/**
 * Creates short URLs one by one and returns a result for each, in order. Failed items do not affect the others, except
 * as `runItems` says. A retry with the same idempotency key only repeats failed items.
 *
 * @throws AppError insufficient_scope, invalid, idempotency_key_reused
 */
export async function createApiUrls(
  caller: ApiCaller,
  { urls }: CreateApiUrlsInput,
  idempotencyKey: string | null = null,
): Promise<CreatedUrls> {
  assertScope(caller, "create");
  const claim = makeClaim(caller, idempotencyKey, ["bulk", urls]);
  await claimBulk(claim);
  const baseUrl = await getBaseUrl();
  let isReplayed = false;
  const items = await runItems(urls, async (item, index) => {
    const created = await createItem(caller, item, { claim: itemClaim(claim, index), baseUrl });
    isReplayed ||= created.isReplayed;
    return created.url;
  });
  if (!items.some(({ success }) => success)) await releaseUnusedBulk(claim);
  return { items, isReplayed };
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
