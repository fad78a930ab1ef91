import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";

export const MAY_NOT_DELETE =
  "An API key can delete only short URLs that were created by a key of its group or by its owner, or that have no creator";

/**
 * Asserts that a key may update a link in its group, within its owner's rights (design section 7).
 *
 * @throws AppError forbidden
 */
export function assertMayUpdate({ owner, groupId }: ApiCaller, url: ShortUrlRow): void {
  if (!canEditUrl(owner, url, new Set([groupId]))) throw forbidden();
}

/**
 * Asserts that a key may delete a link in its group: one that its owner may delete, or that a key of the group created.
 *
 * @throws AppError forbidden
 */
export async function assertMayDelete(caller: ApiCaller, url: ShortUrlRow): Promise<void> {
  if (canDeleteUrl(caller.owner, url, new Set([caller.groupId]))) return;
  if (!(await isCreatedByKeyOf(caller.groupId, url.apiKeyId))) throw forbidden(MAY_NOT_DELETE);
}

/** Links of deleted keys do not qualify, as their group is unknown. */
async function isCreatedByKeyOf(groupId: string, apiKeyId: string | null): Promise<boolean> {
  return apiKeyId !== null && (await prisma().apiKey.count({ where: { id: apiKeyId, groupId } })) > 0;
}
