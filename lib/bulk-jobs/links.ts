import type { BulkJobKind } from "@/lib/bulk-jobs/types";
import type { Prisma } from "@/lib/db/generated/client";

/** A link as the jobs see it. */
export type JobLink = { id: string; shortCode: string; originalUrl: string };

export const jobLinkColumns = { id: true, shortCode: true, originalUrl: true } as const;

/**
 * The links that a job is for: those that stood when it was started. A deleted link's code is never
 * given out again and leads nowhere, so nobody looks at its picture or its icon.
 */
export function linksOf(kind: BulkJobKind, startedAt: Date): Prisma.ShortUrlWhereInput {
  return {
    status: { not: "deleted" },
    createdAt: { lte: startedAt },
    ...(kind === "regenerate-qr" && { qrGeneratedAt: { not: null } }),
  };
}
