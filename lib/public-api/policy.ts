import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";

export const MAY_NOT_DELETE =
  "An API key deletes only short URLs that a key of its group made, that have no creator, or that its owner created";

/**
 * Asserts that a key may change a link of its group: what its owner may do (design section 7).
 *
 * @throws AppError forbidden
 */
export function assertMayUpdate({ owner, groupId }: ApiCaller, url: ShortUrlRow): void {
  if (!canEditUrl(owner, url, new Set([groupId]))) throw forbidden();
}

/**
 * Asserts that a key may delete a link of its group: one that a key of the same group made, or one that its owner may
 * delete.
 *
 * @throws AppError forbidden
 */
export async function assertMayDelete(caller: ApiCaller, url: ShortUrlRow): Promise<void> {
  if (canDeleteUrl(caller.owner, url, new Set([caller.groupId]))) return;
  if (!(await isMadeByKeyOf(caller.groupId, url.apiKeyId))) throw forbidden(MAY_NOT_DELETE);
}

/** A key that is deleted since is no longer of any group. */
async function isMadeByKeyOf(groupId: string, apiKeyId: string | null): Promise<boolean> {
  return apiKeyId !== null && (await prisma().apiKey.count({ where: { id: apiKeyId, groupId } })) > 0;
}
