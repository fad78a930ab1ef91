import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { DAY_MS } from "@/lib/days";
import { prisma } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden } from "@/lib/errors";
import { paths } from "@/lib/paths";
import { getBaseUrl } from "@/lib/settings/queries";
import { isSuspended, shareColumns, toShare } from "@/lib/shares/dto";
import { hashPassword } from "@/lib/shares/password";
import { activeSharesOf } from "@/lib/shares/queries";
import { type CreateShareInput, MAX_SHARES } from "@/lib/shares/schema";
import type { CreatedStatShare } from "@/lib/shares/types";
import { getEditableUrlOrThrow } from "@/lib/urls/queries";

const TOO_MANY_SHARES = `This link already has ${MAX_SHARES} shared pages. Revoke one first.`;
const DELETED_NOT_SHARED = "The statistics of a deleted link can't be shared.";

/**
 * Shares a page with a link's statistics. Only this response contains its address; the database stores a hash.
 *
 * @throws AppError not_found, forbidden; conflict if the link is deleted or has MAX_SHARES shared pages
 */
export async function createShare(actor: Actor, urlId: string, input: CreateShareInput): Promise<CreatedStatShare> {
  const { id, shortCode } = await getEditableUrlOrThrow(actor, urlId);
  const { name = null, maxRange, expiresInDays, password, showsDestination } = input;
  const [baseUrl, passwordHash] = await Promise.all([getBaseUrl(), password ? hashPassword(password) : null]);
  const token = randomToken();
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS);

  const share = await prisma().$transaction(async (tx) => {
    // Locked so that concurrent requests are counted one at a time.
    await execute(tx, sql`SELECT FROM short_urls WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
    const url = await tx.shortUrl.findUniqueOrThrow({
      where: { id },
      select: { status: true, createdById: true, groupId: true },
    });
    if (url.status === "deleted") throw new AppError("conflict", DELETED_NOT_SHARED);
    if ((await tx.statShare.count({ where: activeSharesOf(id) })) >= MAX_SHARES) {
      throw new AppError("conflict", TOO_MANY_SHARES);
    }
    const row = await tx.statShare.create({
      data: {
        urlId: id,
        createdById: actor.id,
        tokenHash: hashToken(token),
        name,
        passwordHash,
        maxRange,
        showsDestination,
        expiresAt,
      },
      select: shareColumns,
    });
    // The actor lost the right to share it since the check.
    if (isSuspended(row, url)) throw forbidden();
    const hasPassword = passwordHash !== null;
    await recordAudit(tx, actor, {
      action: "short_url.share",
      subject: { type: "short_url", id, label: shortCode },
      after: {
        shareId: row.id,
        name,
        maxRange,
        showsDestination,
        hasPassword,
        expiresAt: expiresAt?.toISOString() ?? null,
      },
    });
    return toShare(row, url, new Map([[actor.id, actor.label]]));
  });
  return { ...share, url: `${baseUrl}${paths.sharedStats(token)}` };
}
