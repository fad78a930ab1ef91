import { createHash } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import type { ApiCaller } from "@/lib/api-keys/types";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { idempotencyKeySchema } from "@/lib/public-api/schema";
import { type CreatedUrl, createdUrlSchema } from "@/lib/public-api/types";
import type * as z from "@/lib/zod";

export const KEY_REUSED = "This Idempotency-Key was used for a different request; send a new key.";
const RETENTION_MS = 24 * 60 * 60 * 1000;
const CREATED = 201;

/** A creation that must happen only once, identified by API key and idempotency key. */
export type Claim = { apiKeyId: string; key: string; requestHash: string };

/** Has no QR code until that is rendered, after the link's transaction. */
const storedResponseSchema = createdUrlSchema.partial({ qrCode: true });
export type StoredResponse = z.infer<typeof storedResponseSchema>;

/**
 * @param header the Idempotency-Key header, or null if absent
 * @param request must be equal for the response to be replayed
 * @throws AppError invalid
 */
export function makeClaim(caller: ApiCaller, header: string | null, request: unknown): Claim | null {
  if (header === null) return null;
  const { success, data: key, error } = idempotencyKeySchema.safeParse(header);
  if (!success) throw new AppError("invalid", error.issues[0]?.message ?? "", "Idempotency-Key");
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  return { apiKeyId: caller.keyId, key, requestHash };
}

/** The claim of one item of a bulk request. Clients cannot send keys with spaces, so it is unambiguous. */
export function itemClaim(claim: Claim | null, index: number): Claim | null {
  return claim && { ...claim, key: `${claim.key} ${index}` };
}

/** The key under which a bulk request itself is stored. */
function bulkKey({ key }: Claim): string {
  return `${key} bulk`;
}

/**
 * Binds the idempotency key to one bulk request for 24 hours, so that concurrent ones with different bodies don't mix.
 *
 * @throws AppError idempotency_key_reused
 */
export async function claimBulk(claim: Claim | null): Promise<void> {
  if (!claim) return;
  const { apiKeyId, requestHash } = claim;
  const claimed = await execute(
    pool(),
    sql`
      INSERT INTO idempotency_keys (api_key_id, key, request_hash, status, response)
      VALUES (${apiKeyId}, ${bulkKey(claim)}, ${requestHash}, ${CREATED}, 'null')
      ON CONFLICT (api_key_id, key) DO UPDATE SET request_hash = excluded.request_hash, created_at = now()
      WHERE idempotency_keys.request_hash = excluded.request_hash
        OR idempotency_keys.created_at < ${new Date(Date.now() - RETENTION_MS)}`,
    "claim-bulk-idempotency-key",
  );
  if (!claimed) throw keyReused();
}

/** Allows another body for a bulk request's idempotency key unless items were created under it. */
export async function releaseUnusedBulk(claim: Claim | null): Promise<void> {
  if (!claim) return;
  const { apiKeyId, key, requestHash } = claim;
  await execute(
    pool(),
    sql`
      DELETE FROM idempotency_keys AS bulk
      WHERE api_key_id = ${apiKeyId} AND key = ${bulkKey(claim)} AND request_hash = ${requestHash}
        AND NOT EXISTS (
          SELECT FROM idempotency_keys AS item
          WHERE item.api_key_id = ${apiKeyId} AND starts_with(item.key, ${`${key} `}) AND item.key <> bulk.key)`,
  );
}

/**
 * Returns the stored response, or null after claiming the idempotency key. A claim blocks concurrent requests with the
 * same key until the transaction ends, so the response and what it describes are committed atomically.
 *
 * @throws AppError idempotency_key_reused
 */
export async function findResponseOrClaim(client: ClientBase, claim: Claim): Promise<StoredResponse | null> {
  const { apiKeyId, key, requestHash } = claim;
  const claimed = await execute(
    client,
    sql`
      INSERT INTO idempotency_keys (api_key_id, key, request_hash, status, response)
      VALUES (${apiKeyId}, ${key}, ${requestHash}, ${CREATED}, 'null')
      ON CONFLICT (api_key_id, key) DO UPDATE SET request_hash = excluded.request_hash, created_at = now()
      WHERE idempotency_keys.created_at < ${new Date(Date.now() - RETENTION_MS)}`,
    "claim-idempotency-key",
  );
  if (claimed) return null;
  const [stored] = await queryRows<{ requestHash: string; response: unknown }>(
    client,
    sql`
      SELECT request_hash AS "requestHash", response FROM idempotency_keys
      WHERE api_key_id = ${apiKeyId} AND key = ${key}`,
  );
  if (stored?.requestHash !== requestHash) throw keyReused();
  return storedResponseSchema.parse(stored.response);
}

/** Stores the response under the claim, in the same transaction. */
export async function storeResponse(client: ClientBase, claim: Claim, response: StoredResponse): Promise<void> {
  const { apiKeyId, key } = claim;
  const stored = JSON.stringify(response);
  await execute(
    client,
    sql`UPDATE idempotency_keys SET response = ${stored} WHERE api_key_id = ${apiKeyId} AND key = ${key}`,
    "store-idempotent-response",
  );
}

/**
 * Completes a response that was stored without its QR code. If calls are concurrent, the first one counts.
 *
 * @returns the response that is stored
 */
export async function completeResponse(claim: Claim, response: CreatedUrl): Promise<CreatedUrl> {
  const { apiKeyId, key, requestHash } = claim;
  const [row] = await queryRows<{ response: unknown }>(
    pool(),
    sql`
      UPDATE idempotency_keys
      SET response = CASE WHEN response ? 'qrCode' THEN response ELSE ${JSON.stringify(response)}::jsonb END
      WHERE api_key_id = ${apiKeyId} AND key = ${key} AND request_hash = ${requestHash}
      RETURNING response`,
    "complete-idempotent-response",
  );
  // The row was deleted with its API key.
  return row ? createdUrlSchema.parse(row.response) : response;
}

/** Deletes expired responses. */
export async function deleteExpiredResponses(pool: Pool): Promise<void> {
  const oldest = new Date(Date.now() - RETENTION_MS);
  await execute(pool, sql`DELETE FROM idempotency_keys WHERE created_at < ${oldest}`);
}

function keyReused(): AppError {
  return new AppError("idempotency_key_reused", KEY_REUSED, "Idempotency-Key");
}
