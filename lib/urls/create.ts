import { type AuditActor, recordAudit } from "@/lib/audit/record";
import { isUniqueViolation, prisma, type Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { rememberSite } from "@/lib/favicons/remember-site";
import { groupIdsOf } from "@/lib/groups/queries";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { type ShortUrlRow, shortUrlColumns, toShortUrl } from "@/lib/urls/dto";
import { assertBelowUrlLimit } from "@/lib/urls/limit";
import { canUseGroup } from "@/lib/urls/policy";
import type { CreateUrlInput } from "@/lib/urls/schema";
import { generateShortCode } from "@/lib/urls/short-code";
import type { ShortUrl } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

export const SHORT_CODE_TAKEN = "This short code is already taken";
export const GROUP_NOT_YOURS = "You are not a member of this group";
/** At a thousand million links a generated code is taken once in 27 times; eight in a row are never. */
const MOST_ATTEMPTS = 8;

type NewUrl = { originalUrl: string; groupId: string | null; hasQr: boolean };

/**
 * Creates a short URL that counts against the actor's limit.
 *
 * @throws AppError not_in_group, url_limit_reached, short_code_taken, invalid
 */
export async function createUrl(actor: Actor, input: CreateUrlInput): Promise<ShortUrl> {
  const { shortCode, groupId = null, generateQR } = input;
  await assertMayUseGroup(actor, groupId);
  const baseUrl = await getBaseUrl();
  const url = { originalUrl: storedDestination(input.originalUrl, baseUrl), groupId, hasQr: generateQR };
  const row = await withFreeCode(shortCode, (code) => prisma().$transaction((tx) => insertUrl(tx, actor, url, code)));
  return toShortUrl(row, baseUrl);
}

/** @throws AppError not_in_group, for a group that does not exist too */
export async function assertMayUseGroup(actor: Actor, groupId: string | null): Promise<void> {
  if (groupId === null) return;
  const exists = (await prisma().group.count({ where: { id: groupId } })) > 0;
  if (!exists || !canUseGroup(actor, groupId, await groupIdsOf(actor.id))) {
    throw new AppError("not_in_group", GROUP_NOT_YOURS, "groupId");
  }
}

/**
 * Runs the transaction that inserts a link: with the wanted code, else with made ones until one is
 * free. Taken is a code by a living link or by a deleted one, whose code is never given out again.
 *
 * @throws AppError short_code_taken, and what `insert` throws
 */
export async function withFreeCode<T>(
  wanted: string | null | undefined,
  insert: (shortCode: string) => Promise<T>,
): Promise<T> {
  const attempts = wanted ? 1 : MOST_ATTEMPTS;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await insert(wanted || generateShortCode());
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new AppError("short_code_taken", SHORT_CODE_TAKEN, "shortCode");
}

/**
 * Inserts a link that counts against its creator's limit.
 *
 * @param creator under the label that the audit log is to show
 * @throws AppError url_limit_reached
 */
export async function insertUrl(
  tx: Transaction,
  creator: AuditActor,
  url: NewUrl,
  shortCode: string,
): Promise<ShortUrlRow> {
  await assertBelowUrlLimit(tx, creator.id);
  const row = await tx.shortUrl.create({
    data: {
      shortCode,
      originalUrl: url.originalUrl,
      groupId: url.groupId,
      createdById: creator.id,
      qrGeneratedAt: url.hasQr ? new Date() : null,
      faviconHost: await rememberSite(tx, url.originalUrl),
    },
    select: shortUrlColumns,
  });
  await recordAudit(tx, creator, {
    action: "short_url.create",
    subject: { type: "short_url", id: row.id, label: shortCode },
    after: { originalUrl: url.originalUrl, groupId: url.groupId },
  });
  return row;
}
