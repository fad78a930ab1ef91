import { LATEST_EXPIRY } from "@/lib/api-keys/schema";
import type { ApiKey } from "@/lib/api-keys/types";
import type { Prisma } from "@/lib/db/generated/client";

/** Columns selected for the DTO, without the hash. */
export const apiKeyColumns = {
  id: true,
  name: true,
  isActive: true,
  scopes: true,
  suspendedAt: true,
  suspendedReason: true,
  createdBy: { select: { firstName: true, lastName: true } },
  adoptedBy: { select: { firstName: true, lastName: true } },
  rateLimit: true,
  lastUsedAt: true,
  expiresAt: true,
  createdAt: true,
  groupId: true,
  keyPrefix: true,
  lastFour: true,
} as const;

export type ApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof apiKeyColumns }>;

/** Converts a row to its DTO. */
export function toApiKey({ keyPrefix, suspendedAt, lastUsedAt, expiresAt, createdAt, ...row }: ApiKeyRow): ApiKey {
  return {
    ...row,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt && toExpiry(expiresAt),
    createdAt: createdAt.toISOString(),
    prefix: keyPrefix,
  };
}

/** Earlier versions stored expiries beyond the latest one. */
function toExpiry(expiresAt: Date): string {
  return Number.isNaN(expiresAt.getTime()) ? LATEST_EXPIRY : expiresAt.toISOString();
}
