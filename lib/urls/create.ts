import type { Actor } from "@/lib/actor";
import { getBaseUrl } from "@/lib/settings/queries";
import { storedDestination } from "@/lib/urls/destination";
import { toShortUrl } from "@/lib/urls/dto";
import { insertUrl } from "@/lib/urls/insert";
import { notifyLinkCreated } from "@/lib/urls/notify";
import type { CreateUrlInput } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { assertMayUseGroup } from "@/lib/urls/use-group";

/**
 * Creates a short URL that counts against the actor's limit.
 *
 * @throws AppError unauthorized, not_in_group, url_limit_reached, short_code_taken, invalid
 */
export async function createUrl(actor: Actor, input: CreateUrlInput): Promise<ShortUrl> {
  const { shortCode, groupId = null, generateQR } = input;
  const baseUrl = await getBaseUrl();
  await assertMayUseGroup(actor, groupId);
  // Canonical, and not on the short domain itself.
  const originalUrl = storedDestination(input.originalUrl, baseUrl);
  // In one transaction: lock the creator, check the URL limit, take the code or generate one that is free, insert the
  // link, its site (for the favicon) and the audit entry. QR codes are not stored, only that the link has one.
  const row = await insertUrl({
    creator: { id: actor.id },
    actor,
    shortCode,
    originalUrl,
    groupId,
    hasQr: generateQR,
  });
  // After the commit, as fronts may have cached the code as unknown.
  await notifyLinkCreated(row.shortCode);
  return toShortUrl(row, baseUrl);
}
