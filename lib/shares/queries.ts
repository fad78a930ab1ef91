import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { namesOf } from "@/lib/groups/people";
import { shareColumns, toShare } from "@/lib/shares/dto";
import type { StatShare } from "@/lib/shares/types";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";

/**
 * Lists the shared pages of a link that are neither revoked nor expired, newest first: at most MAX_SHARES.
 *
 * @throws AppError not_found, forbidden
 */
export async function listShares(actor: Actor, urlId: string): Promise<StatShare[]> {
  const url = await getEditableUrlOrThrow(actor, urlId);
  const rows = await prisma().statShare.findMany({
    where: activeSharesOf(url.id),
    select: shareColumns,
    orderBy: { id: "desc" },
  });
  const names = await namesOf(actor, [...new Set(rows.map(({ createdBy }) => createdBy.id))]);
  return rows.map((row) => toShare(row, url, names));
}

/** Includes suspended ones. */
export function activeSharesOf(urlId: string) {
  return { urlId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
}
