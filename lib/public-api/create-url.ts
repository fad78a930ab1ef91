import type { ClientBase } from "pg";
import { auditActorOf } from "@/lib/api-keys/audit-actor";
import { assertScope } from "@/lib/api-keys/scope";
import type { ApiCaller } from "@/lib/api-keys/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { type Claim, findResponseOrClaim, makeClaim, storeResponse } from "@/lib/public-api/idempotency";
import type { CreateApiUrlInput } from "@/lib/public-api/schema";
import type { CreatedUrl } from "@/lib/public-api/types";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designOfNewUrl } from "@/lib/qr/design-in-force";
import { readLogo } from "@/lib/qr/logos";
import { type QrImage, qrContent } from "@/lib/qr/render";
import { renderCode } from "@/lib/qr/render-code";
import type { RenderRequest } from "@/lib/qr/studio";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { insertUrl } from "@/lib/urls/insert";
import { notifyLinkCreated } from "@/lib/urls/notify";

export type Created = { url: CreatedUrl; isReplayed: boolean };

/**
 * Creates a short URL in the key's group. With a member's address it counts against that member's limit; without one
 * it has no creator and counts against no limit.
 *
 * @param idempotencyKey makes retries safe for 24 hours
 * @throws AppError insufficient_scope, invalid, url_limit_reached, short_code_taken, idempotency_key_reused;
 *   unauthorized or api_key_suspended if the key was revoked or suspended since authentication
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

/** Like `createApiUrl`, with an existing claim. */
export async function createClaimed(
  caller: ApiCaller,
  { url, shortCode, email }: CreateApiUrlInput,
  { claim, baseUrl }: { claim: Claim | null; baseUrl: string },
): Promise<Created> {
  const { groupId } = caller;
  // Not in the transaction, which has a connection already.
  const design = await designOfNewUrl(groupId);
  const look = { design, logo: await readLogo(design) };
  const insert = async (client?: ClientBase) => {
    const newUrl = {
      creator: email ? { email } : null,
      actor: auditActorOf(caller),
      shortCode,
      originalUrl: storedDestination(url, baseUrl, "url"),
      groupId,
      hasQr: true,
    };
    return toCreatedUrl(await insertUrl(newUrl, client), { groupId, baseUrl, look });
  };
  const created = claim ? await insertOnce(claim, insert) : { url: await insert(), isReplayed: false };
  // Also for a replay: the first call may have died between commit and notification.
  await notifyLinkCreated(created.url.shortCode);
  return created;
}

/** Stores the response in the transaction of the link, or returns the one stored earlier. */
async function insertOnce(claim: Claim, insert: (client: ClientBase) => Promise<CreatedUrl>): Promise<Created> {
  return inTransaction(pool(), async (client) => {
    const stored = await findResponseOrClaim(client, claim);
    if (stored) return { url: stored, isReplayed: true };
    const url = await insert(client);
    await storeResponse(client, claim, url);
    return { url, isReplayed: false };
  });
}

type Look = Pick<RenderRequest, "design" | "logo">;

async function toCreatedUrl(
  row: ShortUrlRow,
  { groupId, baseUrl, look }: { groupId: string; baseUrl: string; look: Look },
): Promise<CreatedUrl> {
  const { id, shortCode, originalUrl, shortUrl, createdAt } = toShortUrl(row, baseUrl);
  const { bytes, mediaType } = await renderNewCode(qrContent(shortUrl), look);
  const qrCode = `data:${mediaType};base64,${bytes.toString("base64")}`;
  return { id, shortCode, originalUrl, shortUrl, qrCode, groupId, createdAt };
}

/** A link is created even if designs can't be rendered now; then its code is a plain one. */
async function renderNewCode(content: string, look: Look): Promise<QrImage> {
  try {
    return await renderCode({ content, ...look, format: "png" });
  } catch (error) {
    log.warn({ err: error }, "a new QR code was rendered without its design");
    return renderCode({ content, design: DEFAULT_DESIGN, logo: null, format: "png" });
  }
}
