import type { ClientBase } from "pg";
import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope, auditActorOf } from "@/lib/api-keys/usable";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import {
  type Claim,
  completeResponse,
  findResponseOrClaim,
  makeClaim,
  type StoredResponse,
  storeResponse,
} from "@/lib/public-api/idempotency";
import type { CreateApiUrlInput } from "@/lib/public-api/schema";
import type { CreatedUrl } from "@/lib/public-api/types";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designOfNewUrl } from "@/lib/qr/designs/design-in-force";
import { readLogo } from "@/lib/qr/designs/logos";
import { qrContent } from "@/lib/qr/render";
import { renderDesign } from "@/lib/qr/studio";
import type { RenderRequest } from "@/lib/qr/studio-types";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, toShortUrl } from "@/lib/urls/dto";
import { lockExternalId } from "@/lib/urls/external-ids";
import { insertUrl, type NewUrl } from "@/lib/urls/insert";
import { notifyLinkCreated } from "@/lib/urls/notify";

export const EXTERNAL_ID_IN_USE = "The group already has a short URL with this externalId; use PUT to change it.";

export type Created = { url: CreatedUrl; isReplayed: boolean };

/**
 * Creates a short URL in the key's group. With a member's email address, it counts against that member's limit; without
 * one, it has no creator and counts against no limit.
 *
 * @param idempotencyKey makes retries safe for 24 hours
 * @throws AppError insufficient_scope, invalid, url_limit_reached, short_code_taken, conflict, idempotency_key_reused;
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
  { url, shortCode, email, externalId }: CreateApiUrlInput,
  { claim, baseUrl }: { claim: Claim | null; baseUrl: string },
): Promise<Created> {
  const { groupId } = caller;
  const newUrl = {
    creator: email ? { email } : null,
    actor: auditActorOf(caller),
    shortCode,
    originalUrl: storedDestination(url, baseUrl, "url"),
    groupId,
    ...(typeof externalId === "string" && { externalId }),
    hasQr: true,
  };
  // Read outside the transaction, which has a connection already.
  if (claim) return createOnce(claim, { newUrl, look: await readLook(groupId), baseUrl });
  const row = await insertUnlessTaken(newUrl);
  // After the insert, so that the links of one batch share these queries, too.
  const [look] = await Promise.all([readLook(groupId), notifyLinkCreated(row.shortCode)]);
  const response = toResponseWithoutCode(row, { groupId, baseUrl });
  return { url: { ...response, qrCode: (await renderNewCode(response, look)).qrCode }, isReplayed: false };
}

type NewGroupUrl = NewUrl & { groupId: string };

/** Refuses an external id that the group's links have. With one, a link is inserted alone. */
async function insertUnlessTaken(newUrl: NewGroupUrl, client?: ClientBase): Promise<ShortUrlRow> {
  const { groupId, externalId } = newUrl;
  if (externalId === undefined) return insertUrl(newUrl, client);
  if (!client) return inTransaction(pool(), (own) => insertUnlessTaken(newUrl, own));
  if (await lockExternalId(client, groupId, externalId)) {
    throw new AppError("conflict", EXTERNAL_ID_IN_USE, "externalId");
  }
  return insertUrl(newUrl, client);
}

type Look = Pick<RenderRequest, "design" | "logo">;

const PLAIN: Look = { design: DEFAULT_DESIGN, logo: null };

/** Null if the design can't be read now: the link is created nevertheless, and its code is plain. */
async function readLook(groupId: string): Promise<Look | null> {
  try {
    const design = await designOfNewUrl(groupId);
    return { design, logo: await readLogo(design) };
  } catch (error) {
    log.warn({ err: error }, "the design of a new QR code was not read");
    return null;
  }
}

type Creation = { newUrl: NewGroupUrl; look: Look | null; baseUrl: string };

/** Stores the response in the transaction of the link, or returns the one stored earlier. */
async function createOnce(claim: Claim, { newUrl, look, baseUrl }: Creation): Promise<Created> {
  const { response, isReplayed } = await inTransaction(pool(), async (client) => {
    const stored = await findResponseOrClaim(client, claim);
    if (stored) return { response: stored, isReplayed: true };
    const row = await insertUnlessTaken(newUrl, client);
    const response = toResponseWithoutCode(row, { groupId: newUrl.groupId, baseUrl });
    await storeResponse(client, claim, response);
    return { response, isReplayed: false };
  });
  // Also on a replay, since the first call may have died between commit and notification.
  await notifyLinkCreated(response.shortCode);
  return { url: await complete(claim, response, look), isReplayed };
}

/**
 * Rendering can take seconds, during which no transaction should hold a connection and the creator's lock. A code
 * without its design is not stored, so that a replay renders it again.
 */
async function complete(claim: Claim, response: StoredResponse, look: Look | null): Promise<CreatedUrl> {
  if (response.qrCode !== undefined) return { ...response, qrCode: response.qrCode };
  const { qrCode, isDesigned } = await renderNewCode(response, look);
  return isDesigned ? completeResponse(claim, { ...response, qrCode }) : { ...response, qrCode };
}

function toResponseWithoutCode(
  row: ShortUrlRow,
  { groupId, baseUrl }: { groupId: string; baseUrl: string },
): Omit<CreatedUrl, "qrCode"> {
  const { id, shortCode, originalUrl, shortUrl, createdAt } = toShortUrl(row, baseUrl);
  return { id, shortCode, originalUrl, shortUrl, groupId, createdAt };
}

type NewCode = { qrCode: string; isDesigned: boolean };

/** Returns a data URL, of a plain code without a look or if designs can't be rendered now. */
async function renderNewCode({ shortUrl, groupId }: StoredResponse, look: Look | null): Promise<NewCode> {
  const render = async (design: Look, isDesigned: boolean): Promise<NewCode> => {
    const bytes = await renderDesign({ content: qrContent(shortUrl), ...design, format: "png" }, groupId);
    return { qrCode: `data:image/png;base64,${bytes.toString("base64")}`, isDesigned };
  };
  if (!look) return render(PLAIN, false);
  return render(look, true).catch((error: unknown) => {
    log.warn({ err: error }, "a new QR code was rendered without its design");
    return render(PLAIN, false);
  });
}
