import type { ClientBase } from "pg";
import { auditActorOf, personLabel } from "@/lib/api-keys/label";
import type { ApiCaller } from "@/lib/api-keys/types";
import { AppError } from "@/lib/errors";
import { type Claim, findAnswerOrClaim, keepAnswer, makeClaim } from "@/lib/public-api/idempotency";
import type { CreateApiUrlInput } from "@/lib/public-api/schema";
import type { CreatedUrl } from "@/lib/public-api/types";
import { qrContent, renderQr } from "@/lib/qr/render";
import { getBaseUrl } from "@/lib/settings/queries";
import { insertWithFreeCode } from "@/lib/urls/create";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { type Creator, insertUrl, lockCreator } from "@/lib/urls/insert";

export const NO_ACTIVE_USER = "No active user has this email address";

export type Created = { url: CreatedUrl; isReplayed: boolean };

/**
 * Creates a short URL of the key's group in the name of a user, against whose limit it counts.
 *
 * @param idempotencyKey with which the call may be repeated for 24 hours and is done once
 * @throws AppError invalid, url_limit_reached, short_code_taken, idempotency_key_reused
 */
export async function createApiUrl(
  caller: ApiCaller,
  input: CreateApiUrlInput,
  idempotencyKey: string | null = null,
): Promise<Created> {
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
  const inserted = await insertWithFreeCode<Inserted>(shortCode, async (client, code) => {
    const given = await findAnswerOrClaim(client, claim);
    if (given) return { shortCode: given.shortCode, row: null, answer: given };

    const creator = await getCreatorOrThrow(client, email);
    const originalUrl = storedDestination(url, baseUrl, "url");
    const { label } = auditActorOf(caller, { id: creator.id, label: personLabel(creator) });
    const row = await insertUrl(client, { ...creator, label }, { shortCode: code, originalUrl, groupId, hasQr: true });
    if (!claim) return { shortCode: code, row, answer: null };
    const answer = await toCreatedUrl(row, groupId, baseUrl);
    await keepAnswer(client, claim, answer);
    return { shortCode: code, row, answer };
  });
  if (!inserted.row) return { url: inserted.answer, isReplayed: true };
  return { url: inserted.answer ?? (await toCreatedUrl(inserted.row, groupId, baseUrl)), isReplayed: false };
}

/** A new link, with its answer where that is stored too; or the answer that was given before. */
type Inserted = { shortCode: string } & (
  | { row: ShortUrlRow; answer: CreatedUrl | null }
  | { row: null; answer: CreatedUrl }
);

/** @throws AppError invalid */
async function getCreatorOrThrow(client: ClientBase, email: string): Promise<Creator> {
  const creator = await lockCreator(client, { email });
  if (!creator) throw new AppError("invalid", NO_ACTIVE_USER, "email");
  return creator;
}

async function toCreatedUrl(row: ShortUrlRow, groupId: string, baseUrl: string): Promise<CreatedUrl> {
  const { id, shortCode, originalUrl, shortUrl, createdAt } = toShortUrl(row, baseUrl);
  const { bytes, mediaType } = await renderQr(qrContent(shortUrl), "png");
  const qrCode = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return { id, shortCode, originalUrl, shortUrl, qrCode, groupId, createdAt };
}
