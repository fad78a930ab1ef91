import { auditActorOf, personLabel } from "@/lib/api-keys/label";
import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { type Claim, findAnswerOrClaim, keepAnswer, makeClaim } from "@/lib/public-api/idempotency";
import type { CreateApiUrlInput } from "@/lib/public-api/schema";
import type { CreatedUrl } from "@/lib/public-api/types";
import { qrContent, renderQr } from "@/lib/qr/render";
import { getBaseUrl } from "@/lib/settings/queries";
import { insertUrl, withFreeCode } from "@/lib/urls/create";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";

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
  return withFreeCode(shortCode, (code) =>
    prisma().$transaction(async (tx) => {
      const given = await findAnswerOrClaim(tx, claim);
      if (given) return { url: given, isReplayed: true };

      const creator = auditActorOf(caller, await getCreatorOrThrow(tx, email));
      const { groupId } = caller;
      const originalUrl = storedDestination(url, baseUrl, "url");
      const row = await insertUrl(tx, creator, { originalUrl, groupId, hasQr: true }, code);
      const created = await toCreatedUrl(row, groupId, baseUrl);
      await keepAnswer(tx, claim, created);
      return { url: created, isReplayed: false };
    }),
  );
}

async function getCreatorOrThrow(tx: Transaction, email: string): Promise<{ id: string; label: string }> {
  const user = await tx.user.findUnique({
    where: { email, status: "active" },
    select: { id: true, firstName: true, lastName: true, email: true },
  });
  if (!user) throw new AppError("invalid", NO_ACTIVE_USER, "email");
  return { id: user.id, label: personLabel(user) };
}

async function toCreatedUrl(row: ShortUrlRow, groupId: string, baseUrl: string): Promise<CreatedUrl> {
  const { id, shortCode, originalUrl, shortUrl, createdAt } = toShortUrl(row, baseUrl);
  const { bytes, mediaType } = await renderQr(qrContent(shortUrl), "png");
  const qrCode = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return { id, shortCode, originalUrl, shortUrl, qrCode, groupId, createdAt };
}
