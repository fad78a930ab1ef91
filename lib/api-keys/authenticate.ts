import { auditActorOf } from "@/lib/api-keys/audit-actor";
import { isApiKey } from "@/lib/api-keys/key";
import type { ApiCaller, ApiKeyScope } from "@/lib/api-keys/types";
import { KEY_INVALID, KEY_PROBLEM, type KeyProblem, keyProblemError } from "@/lib/api-keys/usable";
import { recordAudit } from "@/lib/audit/record";
import { hashToken } from "@/lib/auth/tokens";
import { dayOf } from "@/lib/days";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter, type RateLimiter, type Usage } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { logSecurityEvent } from "@/lib/security-log";
import { together } from "@/lib/together";
import type { Role } from "@/lib/users/types";

export const KEY_MISSING = "An API key is required: send it as Authorization: Bearer hop_...";

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
 * @throws AppError unauthorized, api_key_suspended
 */
export async function authenticateApiKey(authorization: string | null): Promise<Authenticated> {
  const key = await findKeyOrThrow(authorization);
  limiter ??= createRateLimiter("api-key", key.rateLimit, HOUR_IN_SECONDS);
  const usage = await limiter.count(key.id, key.rateLimit);
  const { id, name, groupId, scopes, lastUsedAt } = key;
  const isRecorded = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < USE_RECORDED_EVERY_MS;
  return {
    caller: { keyId: id, keyName: name, groupId, scopes, owner: { id: key.ownerId, role: key.ownerRole } },
    usage,
    recordUse: isRecorded ? null : () => recordUse({ keyId: id, keyName: name }),
  };
}

type KeyRow = {
  id: string;
  name: string;
  groupId: string;
  scopes: ApiKeyScope[];
  problem: KeyProblem | null;
  rateLimit: number;
  lastUsedAt: Date | null;
  ownerId: string;
  ownerRole: Role;
};

async function findKeyOrThrow(authorization: string | null): Promise<KeyRow> {
  if (!authorization) throw new AppError("unauthorized", KEY_MISSING);
  const [, apiKey] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!apiKey || !isApiKey(apiKey)) throw new AppError("unauthorized", KEY_INVALID);
  const key = await findKey(hashToken(apiKey));
  if (!key) throw keyProblemError("unknown");
  if (key.problem) {
    logSecurityEvent("api_key_refused", { apiKeyId: key.id, reason: key.problem });
    throw keyProblemError(key.problem);
  }
  return key;
}

/** By hand: every call of every program comes through here, and this takes a tenth of what Prisma does. */
const findKey = together(async (hashes: string[]) => {
  const { rows } = await pool().query<KeyRow & { hash: string }>({
    name: "find-api-keys",
    text: `
      SELECT key_hash AS hash, key.id, key.name, group_id AS "groupId", scopes::text[] AS scopes, ${KEY_PROBLEM} AS problem,
             rate_limit AS "rateLimit", last_used_at AS "lastUsedAt", owner.id AS "ownerId", owner.role AS "ownerRole"
      FROM api_keys AS key JOIN users AS owner ON owner.id = coalesce(key.adopted_by_id, key.created_by_id)
      WHERE key_hash = ANY($1)`,
    values: [[...new Set(hashes)]],
  });
  const keys = new Map(rows.map(({ hash, ...key }) => [hash, key]));
  return hashes.map((hash) => keys.get(hash));
});

/**
 * Writes `lastUsedAt`, and the first use of a day into the audit log. Of concurrent calls one writes. Never fails: no
 * call waits for it.
 */
async function recordUse(key: Pick<ApiCaller, "keyId" | "keyName">): Promise<void> {
  const { keyId: id, keyName } = key;
  try {
    await prisma().$transaction(async (tx) => {
      const [stored] = await tx.$queryRaw<{ lastUsedAt: Date | null }[]>`
        SELECT last_used_at AS "lastUsedAt" FROM api_keys WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const now = Date.now();
      const last = stored?.lastUsedAt?.getTime();
      if (!stored || (last !== undefined && now - last < USE_RECORDED_EVERY_MS)) return;
      await tx.apiKey.update({ where: { id }, data: { lastUsedAt: new Date(now) } });
      if (last !== undefined && dayOf(last, env().TIME_ZONE) === dayOf(now, env().TIME_ZONE)) return;
      const subject = { type: "api_key", id, label: keyName };
      await recordAudit(tx, auditActorOf(key), { action: "api_key.use", subject });
    });
  } catch (error) {
    log.warn({ err: error }, "failed to record the use of an API key");
  }
}
