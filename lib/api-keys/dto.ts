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
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    prefix: keyPrefix,
  };
}
