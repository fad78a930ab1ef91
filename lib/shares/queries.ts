import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { namesOf } from "@/lib/groups/people";
import { shareColumns, toShare } from "@/lib/shares/dto";
import type { StatShare } from "@/lib/shares/types";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { canEditUrl } from "@/lib/urls/policy";
import { getUrlOrThrow } from "@/lib/urls/queries";

/**
 * Lists the shared pages of a link that are neither revoked nor expired, newest first: at most MAX_SHARES.
 *
 * @throws AppError not_found, forbidden
 */
export async function listShares(actor: Actor, urlId: string): Promise<StatShare[]> {
  const url = await getSharableUrlOrThrow(actor, urlId);
  const rows = await prisma().statShare.findMany({
    where: activeSharesOf(url.id),
    select: shareColumns,
    orderBy: { id: "desc" },
  });
  const names = await namesOf(actor, [...new Set(rows.map(({ createdBy }) => createdBy.id))]);
  return rows.map((row) => toShare(row, url, names));
}

/** Suspended ones too. */
export function activeSharesOf(urlId: string) {
  return { urlId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
}

/**
 * Returns a link whose statistics the actor may share: one that they may edit (design section 7).
 *
 * @throws AppError not_found, forbidden
 */
export async function getSharableUrlOrThrow(actor: Actor, urlId: string): Promise<ShortUrlRow> {
  const { url, memberOf } = await getUrlOrThrow(actor, urlId);
  if (!canEditUrl(actor, url, memberOf)) throw forbidden();
  return url;
}
