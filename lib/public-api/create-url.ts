import { auditActorOf } from "@/lib/api-keys/audit-actor";
import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { type Claim, findAnswerOrClaim, keepAnswer, makeClaim } from "@/lib/public-api/idempotency";
import type { CreateApiUrlInput } from "@/lib/public-api/schema";
import type { CreatedUrl } from "@/lib/public-api/types";
import { qrContent, renderQr } from "@/lib/qr/render";
import { getBaseUrl } from "@/lib/settings/queries";
import { insertWithFreeCode } from "@/lib/urls/create";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { insertUrl, type NewUrl } from "@/lib/urls/insert";
import { insertTogether } from "@/lib/urls/insert-together";

/** The same for an address that nobody has: nobody learns who has an account. */
export const NOT_A_MEMBER = "No active member of the API key's group has this email address";

export type Created = { url: CreatedUrl; isReplayed: boolean };

/**
 * Creates a short URL of the key's group. With an address of one of its members it counts against that member's limit,
 * else it has no creator and counts against nobody's.
 *
 * @param idempotencyKey with which the call may be repeated for 24 hours and is done once
 * @throws AppError insufficient_scope, invalid, url_limit_reached, short_code_taken, idempotency_key_reused, and
 *   unauthorized or api_key_suspended when the key is revoked or suspended meanwhile
 */
export async function createApiUrl(
  caller: ApiCaller,
  input: CreateApiUrlInput,
  idempotencyKey: string | null = null,
): Promise<Created> {
  assertScope(caller, "create");
  const claim = makeClaim(caller, idempotencyKey, ["create", input]);
  return createClaimed(caller, input, { claim, baseUrl: await getBaseUrl() });
}

/** The same under a claim that is made already. */
export async function createClaimed(
  caller: ApiCaller,
  { url, shortCode, email }: CreateApiUrlInput,
  { claim, baseUrl }: { claim: Claim | null; baseUrl: string },
): Promise<Created> {
  const { groupId } = caller;
  const newUrl = (code: string): NewUrl => ({
    by: email ? { email } : null,
    noCreator: () => new AppError("invalid", NOT_A_MEMBER, "email"),
    actor: auditActorOf(caller),
    shortCode: code,
    originalUrl: storedDestination(url, baseUrl, "url"),
    groupId,
    hasQr: true,
  });
  const toAnswer = (row: ShortUrlRow) => toCreatedUrl(row, groupId, baseUrl);
  if (!claim) {
    const row = await insertWithFreeCode(shortCode, (code) => insertTogether(newUrl(code)));
    return { url: await toAnswer(row), isReplayed: false };
  }
  const { answer, isReplayed } = await insertWithFreeCode(shortCode, (code) =>
    inTransaction(pool(), async (client) => {
      const given = await findAnswerOrClaim(client, claim);
      if (given) return { shortCode: given.shortCode, answer: given, isReplayed: true };
      const made = await toAnswer(await insertUrl(client, newUrl(code)));
      await keepAnswer(client, claim, made);
      return { shortCode: code, answer: made, isReplayed: false };
    }),
  );
  return { url: answer, isReplayed };
}

async function toCreatedUrl(row: ShortUrlRow, groupId: string, baseUrl: string): Promise<CreatedUrl> {
  const { id, shortCode, originalUrl, shortUrl, createdAt } = toShortUrl(row, baseUrl);
  const { bytes, mediaType } = await renderQr(qrContent(shortUrl), "png");
  const qrCode = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return { id, shortCode, originalUrl, shortUrl, qrCode, groupId, createdAt };
}
