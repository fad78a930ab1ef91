import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope, auditActorOf } from "@/lib/api-keys/usable";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { AppError, notFound } from "@/lib/errors";
import { toApiUrl } from "@/lib/public-api/dto";
import type { UpsertApiUrlInput } from "@/lib/public-api/schema";
import type { ApiUrl } from "@/lib/public-api/types";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { lockExternalId } from "@/lib/urls/external-ids";
import { insertUrl } from "@/lib/urls/insert";
import { notifyLinkCreated } from "@/lib/urls/notify";
import { findUrlByExternalId } from "@/lib/urls/queries";

export const SHORT_CODE_DIFFERS =
  "Short codes can't be changed; the short URL with this externalId has a different one.";
export const EXTERNAL_ID_DELETED =
  "The short URL with this externalId was deleted; set its status to active to restore it.";

export type Upserted = { url: ApiUrl; isCreated: boolean };

/**
 * Creates a link with the client's own id in the key's group, or updates the destination of the one that has it. Only
 * one of concurrent calls with the same id creates it. `email` matters only when creating.
 *
 * @throws AppError insufficient_scope; those of `createApiUrl` and `updateApiUrl`; conflict if the link was deleted or
 *   has another short code
 */
export async function upsertApiUrl(caller: ApiCaller, input: UpsertApiUrlInput): Promise<Upserted> {
  assertScope(caller, "create");
  assertScope(caller, "update");
  const { groupId } = caller;
  const found = await findUrlByExternalId(groupId, input.externalId);
  const created = found ? null : await insertUnlessFound(caller, input);
  if (created) {
    await notifyLinkCreated(created.shortCode);
    return { url: await toApiUrl(created, caller), isCreated: true };
  }
  const existing = found ?? (await findUrlByExternalId(groupId, input.externalId));
  // The link was moved to another group, or got another external id, in between.
  if (!existing) throw notFound("Short URL");
  assertMayUpsert(existing, input);
  const url = await updateApiUrl(caller, existing.id, { url: input.url }, input.externalId);
  return { url, isCreated: false };
}

/** Inserts the link; null if a concurrent call did so first. */
async function insertUnlessFound(
  caller: ApiCaller,
  { externalId, url, shortCode, email }: UpsertApiUrlInput,
): Promise<ShortUrlRow | null> {
  const { groupId } = caller;
  const originalUrl = storedDestination(url, await getBaseUrl(), "url");
  // Uses only this connection: if calls for the same id waited here for another one, they could exhaust the pool.
  return inTransaction(pool(), async (client) => {
    if (await lockExternalId(client, groupId, externalId)) return null;
    const newUrl = {
      creator: email ? { email } : null,
      actor: auditActorOf(caller),
      ...{ shortCode, originalUrl, groupId, externalId },
      hasQr: true,
    };
    return insertUrl(newUrl, client);
  });
}

function assertMayUpsert({ shortCode, status }: ShortUrlRow, input: UpsertApiUrlInput): void {
  if (input.shortCode && input.shortCode.toLowerCase() !== shortCode.toLowerCase()) {
    throw new AppError("conflict", SHORT_CODE_DIFFERS, "shortCode");
  }
  if (status === "deleted") throw new AppError("conflict", EXTERNAL_ID_DELETED, "externalId");
}
