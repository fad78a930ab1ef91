import type { Role } from "@/lib/actor";
import { isApiKey } from "@/lib/api-keys/key";
import type { ApiCaller, ApiKeyScope } from "@/lib/api-keys/types";
import { auditActorOf, KEY_INVALID, KEY_PROBLEM, type KeyProblem, keyProblemError } from "@/lib/api-keys/usable";
import { recordAudit } from "@/lib/audit/record";
import { hashToken } from "@/lib/auth/tokens";
import { batched } from "@/lib/batched";
import { dayOf } from "@/lib/days";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createRateLimiter, type Usage } from "@/lib/db/rate-limiter";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { logSecurityEvent } from "@/lib/security-log";

export const KEY_MISSING = "API key required; send it as Authorization: Bearer hop_...";

const HOUR_IN_SECONDS = 60 * 60;
/** Resolution of `lastUsedAt`: a key in steady use is updated once per interval. */
const LAST_USED_RESOLUTION_MS = 60_000;

const limiter = createRateLimiter("api-key", HOUR_IN_SECONDS);

type Authenticated = {
  caller: ApiCaller;
  usage: Usage;
  /** Updates `lastUsedAt`, to be called after responding; null if it is recent. */
  recordUse: (() => Promise<void>) | null;
};

/**
 * Authenticates an API key and counts the request against its hourly rate limit.
 *
 * @param authorization the Authorization header (RFC 6750, section 2.1)
 * @param now the time of the use, in milliseconds since the epoch
 * @throws AppError unauthorized, api_key_suspended
 */
export async function authenticateApiKey(authorization: string | null, now = Date.now()): Promise<Authenticated> {
  const key = await findKeyOrThrow(authorization);
  const usage = await limiter.count(key.id, key.rateLimit);
  const { id, name, groupId, scopes, lastUsedAt } = key;
  const isRecorded = lastUsedAt !== null && Math.abs(now - lastUsedAt.getTime()) < LAST_USED_RESOLUTION_MS;
  return {
    caller: { keyId: id, keyName: name, groupId, scopes, owner: { id: key.ownerId, role: key.ownerRole } },
    usage,
    recordUse: isRecorded ? null : () => recordUse({ keyId: id, keyName: name }, now),
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
  const [, apiKey] = /^bearer +(\S.*)$/i.exec(authorization ?? "") ?? [];
  if (!apiKey) throw new AppError("unauthorized", KEY_MISSING);
  if (!isApiKey(apiKey)) throw new AppError("unauthorized", KEY_INVALID);
  const key = await findKey(hashToken(apiKey));
  if (!key) throw keyProblemError("unknown");
  if (key.problem) {
    logSecurityEvent("api_key_refused", { apiKeyId: key.id, reason: key.problem });
    throw keyProblemError(key.problem);
  }
  return key;
}

/** Raw SQL: every API request runs this query, and it takes a tenth of the time of Prisma's. */
const findKey = batched(async (hashes: string[]) => {
  const rows = await queryRows<KeyRow & { hash: string }>(
    pool(),
    sql`
      SELECT key_hash AS hash, key.id, key.name, group_id AS "groupId", scopes::text[] AS scopes, ${KEY_PROBLEM} AS problem,
             rate_limit AS "rateLimit", last_used_at AS "lastUsedAt", owner.id AS "ownerId", owner.role AS "ownerRole"
      FROM api_keys AS key JOIN users AS owner ON owner.id = coalesce(key.adopted_by_id, key.created_by_id)
      WHERE key_hash = ANY (${[...new Set(hashes)]})`,
    "find-api-keys",
  );
  const keys = new Map(rows.map(({ hash, ...key }) => [hash, key]));
  return hashes.map((hash) => keys.get(hash));
});

/**
 * Updates `lastUsedAt` and audits the first use of each day. Of concurrent requests only one writes. Logs errors
 * instead of throwing, as no request awaits it.
 */
async function recordUse(key: Pick<ApiCaller, "keyId" | "keyName">, now: number): Promise<void> {
  const { keyId: id, keyName } = key;
  try {
    await prisma().$transaction(async (tx) => {
      const [stored] = await queryRows<{ lastUsedAt: Date | null }>(
        tx,
        sql`SELECT last_used_at AS "lastUsedAt" FROM api_keys WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
      );
      const last = stored?.lastUsedAt?.getTime();
      if (!stored || (last !== undefined && Math.abs(now - last) < LAST_USED_RESOLUTION_MS)) return;
      await tx.apiKey.update({ where: { id }, data: { lastUsedAt: new Date(now) } });
      if (last !== undefined && dayOf(last, env().TIME_ZONE) === dayOf(now, env().TIME_ZONE)) return;
      const subject = { type: "api_key", id, label: keyName };
      await recordAudit(tx, auditActorOf(key), { action: "api_key.use", subject });
    });
  } catch (error) {
    log.warn({ err: error }, "failed to record API key use");
  }
}
