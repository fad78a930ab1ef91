import type { Prisma } from "@/lib/db/generated/client";
import { shareRangeSchema } from "@/lib/shares/schema";
import type { StatShare } from "@/lib/shares/types";
import { canEditUrl } from "@/lib/urls/policy";

/** Columns selected for the DTO, without the token's hash. */
export const shareColumns = {
  id: true,
  name: true,
  maxRange: true,
  showsDestination: true,
  passwordHash: true,
  createdAt: true,
  expiresAt: true,
  lastViewedAt: true,
  createdBy: { select: { id: true, role: true, status: true, memberships: { select: { groupId: true } } } },
} as const;

type ShareRow = Prisma.StatShareGetPayload<{ select: typeof shareColumns }>;

type SharedUrl = { createdById: string | null; groupId: string | null };

/** Whether its creator may not edit the link at present (decision 0171). */
export function isSuspended({ createdBy }: Pick<ShareRow, "createdBy">, url: SharedUrl): boolean {
  const memberOf = new Set(createdBy.memberships.map(({ groupId }) => groupId));
  return createdBy.status !== "active" || !canEditUrl(createdBy, url, memberOf);
}

/**
 * Converts a row to its DTO.
 *
 * @param names of the people whom the caller may see, by id
 */
export function toShare(row: ShareRow, url: SharedUrl, names: ReadonlyMap<string, string>): StatShare {
  return {
    id: row.id,
    name: row.name,
    maxRange: shareRangeSchema.parse(row.maxRange),
    showsDestination: row.showsDestination,
    hasPassword: row.passwordHash !== null,
    createdByName: names.get(row.createdBy.id) ?? null,
    isSuspended: isSuspended(row, url),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
  };
}
