import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { isSuspended, shareColumns } from "@/lib/shares/dto";

const columns = {
  ...shareColumns,
  url: {
    select: { id: true, shortCode: true, originalUrl: true, status: true, createdById: true, groupId: true },
  },
} as const;

/**
 * Finds the shared page of a token. Null if the token is malformed, unknown, revoked or expired, in each case after the
 * same query; also if the link was deleted or the page is suspended.
 */
export async function findShare(token: string) {
  const share = await prisma().statShare.findFirst({
    where: {
      // Any text has a hash, so a malformed token takes as long as an unknown one.
      tokenHash: hashToken(token),
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
      url: { status: { not: "deleted" } },
    },
    select: columns,
  });
  return share && !isSuspended(share, share.url) ? share : null;
}

export type FoundShare = NonNullable<Awaited<ReturnType<typeof findShare>>>;
