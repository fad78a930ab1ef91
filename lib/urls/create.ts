import { prisma } from "@/lib/db/prisma";
import { AppError, unauthorized } from "@/lib/errors";
import { groupIdsOf } from "@/lib/groups/queries";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { toShortUrl } from "@/lib/urls/dto";
import { shortCodeTaken } from "@/lib/urls/insert";
import { insertTogether } from "@/lib/urls/insert-together";
import { canUseGroup } from "@/lib/urls/policy";
import type { CreateUrlInput } from "@/lib/urls/schema";
import { generateShortCode } from "@/lib/urls/short-code";
import { tellOfNewLink } from "@/lib/urls/tell";
import type { ShortUrl } from "@/lib/urls/types";
import type { Actor } from "@/lib/users/types";

export const GROUP_NOT_YOURS = "You are not a member of this group";
/** At a thousand million links a generated code is taken once in 27 times; eight in a row are never. */
const MOST_ATTEMPTS = 8;

/**
 * Creates a short URL that counts against the actor's limit.
 *
 * @throws AppError unauthorized, not_in_group, url_limit_reached, short_code_taken, invalid
 */
export async function createUrl(actor: Actor, input: CreateUrlInput): Promise<ShortUrl> {
  const { shortCode, groupId = null, generateQR } = input;
  await assertMayUseGroup(actor, groupId);
  const baseUrl = await getBaseUrl();
  const originalUrl = storedDestination(input.originalUrl, baseUrl);
  const row = await insertWithFreeCode(shortCode, (code) =>
    insertTogether({
      by: { id: actor.id },
      noCreator: unauthorized,
      actor,
      shortCode: code,
      originalUrl,
      groupId,
      hasQr: generateQR,
    }),
  );
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
 * Inserts a link: with the wanted code, else with made ones until one is free. Taken is a code by a
 * living link or by a deleted one, whose code is never given out again. The fronts are told of the
 * link that there is now before anybody else is.
 *
 * @param insert by `insertTogether`, or by `insertUrl` in a transaction of its own
 * @throws AppError short_code_taken, and what `insert` throws
 */
export async function insertWithFreeCode<T extends { shortCode: string }>(
  wanted: string | null | undefined,
  insert: (shortCode: string) => Promise<T>,
): Promise<T> {
  const attempts = wanted ? 1 : MOST_ATTEMPTS;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      const inserted = await insert(wanted || generateShortCode());
      await tellOfNewLink(inserted.shortCode);
      return inserted;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "short_code_taken")) throw error;
    }
  }
  throw shortCodeTaken();
}
