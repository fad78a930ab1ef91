import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { idempotencyKeySchema } from "@/lib/public-api/schema";
import { type CreatedUrl, createdUrlSchema } from "@/lib/public-api/types";

export const KEY_REUSED = "This Idempotency-Key was used for another request";
const KEPT_MS = 24 * 60 * 60 * 1000;
const CREATED = 201;

/** One creation that is to be done once: of this key, under this name, for this request. */
export type Claim = { apiKeyId: string; key: string; requestHash: string };

/**
 * @param header Idempotency-Key; null: the call has none
 * @param request what must be the same for the answer to be replayed
 * @throws AppError invalid
 */
export function makeClaim(caller: ApiCaller, header: string | null, request: unknown): Claim | null {
  if (header === null) return null;
  const { success, data: key, error } = idempotencyKeySchema.safeParse(header);
  if (!success) throw new AppError("invalid", error.issues[0]?.message ?? "", "Idempotency-Key");
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  return { apiKeyId: caller.keyId, key, requestHash };
}

/** The claim of one item of many. A space is in no key that a caller can send. */
export function itemClaim(claim: Claim | null, index: number): Claim | null {
  return claim && { ...claim, key: `${claim.key} ${index}` };
}

/**
 * Asserts that no item of another request was done under this key.
 *
 * @throws AppError idempotency_key_reused
 */
export async function assertSameRequest(claim: Claim | null): Promise<void> {
  if (!claim) return;
  const { apiKeyId, key, requestHash } = claim;
  const other = await prisma().idempotencyKey.count({
    where: {
      apiKeyId,
      key: { startsWith: `${key.replace(/[\\%_]/g, "\\$&")} ` },
      requestHash: { not: requestHash },
      createdAt: { gte: new Date(Date.now() - KEPT_MS) },
    },
  });
  if (other > 0) throw keyReused();
}

/**
 * The answer that was given before, or null: then the key is the caller's own until the transaction
 * ends, and others who come with it wait. So the answer is stored with what it tells of, or neither is.
 *
 * @throws AppError idempotency_key_reused
 */
export async function findAnswerOrClaim(client: ClientBase, claim: Claim | null): Promise<CreatedUrl | null> {
  if (!claim) return null;
  const { apiKeyId, key, requestHash } = claim;
  const { rowCount } = await client.query({
    name: "claim-idempotency-key",
    text: `
      INSERT INTO idempotency_keys (api_key_id, key, request_hash, status, response)
      VALUES ($1, $2, $3, $4, 'null')
      ON CONFLICT (api_key_id, key) DO UPDATE SET request_hash = excluded.request_hash, created_at = now()
      WHERE idempotency_keys.created_at < $5`,
    values: [apiKeyId, key, requestHash, CREATED, new Date(Date.now() - KEPT_MS)],
  });
  if (rowCount) return null;
  const { rows } = await client.query<{ requestHash: string; response: unknown }>(
    `SELECT request_hash AS "requestHash", response FROM idempotency_keys WHERE api_key_id = $1 AND key = $2`,
    [apiKeyId, key],
  );
  const [stored] = rows;
  if (stored?.requestHash !== requestHash) throw keyReused();
  return createdUrlSchema.parse(stored.response);
}

/** Stores the answer under the claim, in its transaction. */
export async function keepAnswer(client: ClientBase, claim: Claim, response: CreatedUrl): Promise<void> {
  await client.query({
    name: "keep-answer",
    text: "UPDATE idempotency_keys SET response = $3 WHERE api_key_id = $1 AND key = $2",
    values: [claim.apiKeyId, claim.key, JSON.stringify(response)],
  });
}

/** Removes the answers that are no longer replayed. */
export async function removeOldAnswers(now = new Date()): Promise<void> {
  await prisma().idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - KEPT_MS) } } });
}

function keyReused(): AppError {
  return new AppError("idempotency_key_reused", KEY_REUSED, "Idempotency-Key");
}
