import { isApiKey } from "@/lib/api-keys/key";
import { personLabel } from "@/lib/api-keys/label";
import type { ApiCaller } from "@/lib/api-keys/types";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter, type RateLimiter, type Usage } from "@/lib/db/rate-limiter";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { together } from "@/lib/together";

export const KEY_MISSING = "An API key is required: send it as Authorization: Bearer hop_...";
export const KEY_INVALID = "This API key is not valid";
export const KEY_REVOKED = "This API key was revoked";
export const KEY_EXPIRED = "This API key has expired";

const HOUR_IN_SECONDS = 60 * 60;
/** How exact `lastUsedAt` is; a key in steady use is written once in this time. */
const USE_RECORDED_EVERY_MS = 60_000;

let limiter: RateLimiter | undefined;

export type Authenticated = {
  caller: ApiCaller;
  usage: Usage;
  /** Writes `lastUsedAt`, which no answer waits for; null when it was written a moment ago. */
  recordUse: (() => Promise<void>) | null;
};

/**
 * Finds whose key this is, and counts the request against the key's hour.
 *
 * @param authorization the header of this name (RFC 6750, section 2.1)
 * @throws AppError unauthorized
 */
export async function authenticateApiKey(authorization: string | null): Promise<Authenticated> {
  const key = await findKeyOrThrow(authorization);
  limiter ??= createRateLimiter("api-key", key.rateLimit, HOUR_IN_SECONDS);
  const usage = await limiter.count(key.id, key.rateLimit);
  const { id, name, groupId, creatorId, lastUsedAt } = key;
  const isRecorded = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < USE_RECORDED_EVERY_MS;
  return {
    caller: { keyId: id, keyName: name, groupId, createdBy: { id: creatorId, label: personLabel(key) } },
    usage,
    recordUse: isRecorded ? null : () => recordUse(id),
  };
}

type KeyRow = {
  id: string;
  name: string;
  groupId: string;
  isActive: boolean;
  rateLimit: number;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  creatorId: string;
  firstName: string;
  lastName: string;
  email: string;
};

async function findKeyOrThrow(authorization: string | null): Promise<KeyRow> {
  if (!authorization) throw new AppError("unauthorized", KEY_MISSING);
  const [, apiKey] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!apiKey || !isApiKey(apiKey)) throw new AppError("unauthorized", KEY_INVALID);
  const key = await findKey(hashToken(apiKey));
  if (!key) throw new AppError("unauthorized", KEY_INVALID);
  if (!key.isActive) throw new AppError("unauthorized", KEY_REVOKED);
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) throw new AppError("unauthorized", KEY_EXPIRED);
  return key;
}

/** By hand: every call of every program comes through here, and this takes a tenth of what Prisma does. */
const findKey = together(async (hashes: string[]) => {
  const { rows } = await pool().query<KeyRow & { hash: string }>({
    name: "find-api-keys",
    text: `
      SELECT key_hash AS hash, key.id, key.name, group_id AS "groupId", is_active AS "isActive", rate_limit AS "rateLimit",
             last_used_at AS "lastUsedAt", expires_at AS "expiresAt", creator.id AS "creatorId",
             creator.first_name AS "firstName", creator.last_name AS "lastName", creator.email
      FROM api_keys AS key JOIN users AS creator ON creator.id = key.created_by_id
      WHERE key_hash = ANY($1)`,
    values: [[...new Set(hashes)]],
  });
  const keys = new Map(rows.map(({ hash, ...key }) => [hash, key]));
  return hashes.map((hash) => keys.get(hash));
});

/** Of many calls at once one writes; the others find it written. Never fails: it is only a note. */
async function recordUse(id: string): Promise<void> {
  const now = Date.now();
  const isOlder = { lastUsedAt: { lt: new Date(now - USE_RECORDED_EVERY_MS) } };
  try {
    await prisma().apiKey.updateMany({
      where: { id, OR: [{ lastUsedAt: null }, isOlder] },
      data: { lastUsedAt: new Date(now) },
    });
  } catch (error) {
    log.warn({ err: error }, "the use of an API key was not written");
  }
}
