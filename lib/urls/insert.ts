import type { ClientBase } from "pg";
import { v7 as uuidv7 } from "uuid";
import { findKeyProblem, KEY_PROBLEM, keyProblemError } from "@/lib/api-keys/usable";
import { assertPresent } from "@/lib/audit/present-actor";
import { type AuditActor, insertAuditEntries } from "@/lib/audit/record";
import { batched } from "@/lib/batched";
import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { pool } from "@/lib/db/pool";
import { queryRows, raw, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { AppError, unauthorized } from "@/lib/errors";
import { siteOf } from "@/lib/favicons/site";
import { insertSites } from "@/lib/favicons/upsert-site";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { consumeUrlQuota, type Limited, lockUrlQuotas } from "@/lib/urls/limit";
import { generateShortCode } from "@/lib/urls/short-code";
import { activeUrlsOf } from "@/lib/users/url-use";

export const SHORT_CODE_TAKEN = "This short code is already taken";
/** Also used for unknown email addresses, so as not to reveal who has an account. */
export const NOT_A_MEMBER = "`email` must belong to an active member of the API key's group.";
/** At a billion links, 1 in 27 generated codes is taken; eight in a row practically never. */
const MAX_ATTEMPTS = 8;

export type NewUrl = {
  /** A user, or an active member of the link's group by email address; null for no creator and no limit. */
  creator: { id: string } | { email: string } | null;
  /** For the audit log. An API key must still be usable. */
  actor: AuditActor;
  /** A code is generated if empty. */
  shortCode: string | null | undefined;
  originalUrl: string;
  groupId: string | null;
  /** Must be new in the group: the caller holds a lock on it. */
  externalId?: string;
  hasQr: boolean;
};

/**
 * Inserts a link with its site and its audit entry in one transaction. The creator's row is locked, so that the URL
 * limit holds among concurrent processes. Codes are unique in any case, and those of deleted links stay taken. The
 * caller must call `notifyLinkCreated` after the commit.
 *
 * Concurrent calls share a transaction, which takes a fifth of the CPU time (decision 0067). Links that it does
 * not insert are retried individually.
 *
 * @param client the caller's own transaction, in which the link is inserted alone
 * @throws AppError short_code_taken, url_limit_reached, unauthorized, forbidden, api_key_suspended, invalid (not
 *   a member)
 */
export async function insertUrl(url: NewUrl, client?: ClientBase): Promise<ShortUrlRow> {
  for (let attempt = 1; ; attempt++) {
    const coded = { ...url, shortCode: url.shortCode || generateShortCode() };
    try {
      if (client) return await insertAlone(client, coded);
      return (await insertBatched(coded)) ?? (await inTransaction(pool(), (own) => insertAlone(own, coded)));
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === "short_code_taken";
      if (!isTaken || url.shortCode || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

type CodedUrl = NewUrl & { shortCode: string };
type Creator = Limited & { email: string; isActive: boolean; memberOf: string[] };
type OwnedUrl = { url: CodedUrl; creator: Creator | null };

/** Skips links whose creators are locked, so that they do not block the others. */
const insertBatched = batched(async (urls: CodedUrl[]): Promise<(ShortUrlRow | null)[]> => {
  try {
    return await inTransaction(pool(), async (client) => {
      const creators = await lockCreators(client, urls, "FOR UPDATE SKIP LOCKED");
      const owned = urls.flatMap((url, index) => {
        const creator = creators[index];
        return creator === undefined ? [] : [{ url, creator }];
      });
      const rows = await insertAllowed(client, owned);
      const rowOf = new Map(owned.map(({ url }, index) => [url, rows[index]]));
      return urls.map((url) => rowOf.get(url) ?? null);
    });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // One bad link must not fail the others.
    return urls.map(() => null);
  }
});

async function insertAlone(client: ClientBase, url: CodedUrl): Promise<ShortUrlRow> {
  const [creator] = await lockCreators(client, [url], "FOR UPDATE");
  if (creator === undefined) throw creatorNotFound(url);
  if ("role" in url.actor) await assertPresent(client, url.actor);
  const [row] = await insertAllowed(client, [{ url, creator }]);
  if (row) return row;
  const keyId = keyIdOf(url);
  const problem = keyId && (await findKeyProblem(client, keyId));
  if (problem) throw keyProblemError(problem);
  if (creator)
    consumeUrlQuota(await lockUrlQuotas(client, [creator.id]), { id: url.shortCode, createdById: creator.id });
  throw new AppError("short_code_taken", SHORT_CODE_TAKEN, "shortCode");
}

function creatorNotFound({ creator }: CodedUrl): AppError {
  return creator && "email" in creator ? new AppError("invalid", NOT_A_MEMBER, "email") : unauthorized();
}

/**
 * Returns the creators in order: undefined if there is no such active user, null if the link has none. A separate
 * statement before the one that counts links, so that the latter sees what others committed before releasing the lock.
 */
async function lockCreators(
  client: ClientBase,
  urls: CodedUrl[],
  lock: "FOR UPDATE" | "FOR UPDATE SKIP LOCKED",
): Promise<(Creator | null | undefined)[]> {
  const ids = urls.flatMap(({ creator }) => (creator && "id" in creator ? [creator.id] : []));
  const members = urls.flatMap(({ creator, groupId }) =>
    creator && "email" in creator ? [{ email: creator.email, groupId }] : [],
  );
  if (ids.length + members.length === 0) return urls.map(() => null);
  const emails = members.map(({ email }) => email);
  const groupIds = members.map(({ groupId }) => groupId);
  const rows = await queryRows<Creator>(
    client,
    sql`
      SELECT id, url_limit AS "urlLimit", email, status = 'active' AS "isActive",
             ARRAY(SELECT group_id::text FROM group_memberships
                   WHERE user_id = users.id AND group_id = ANY (${groupIds}::uuid[])) AS "memberOf"
      FROM users WHERE id = ANY (${ids}::uuid[]) OR (email = ANY (${emails}::text[]) AND EXISTS (
        SELECT FROM group_memberships WHERE user_id = users.id AND group_id = ANY (${groupIds}::uuid[])))
      ORDER BY id ${raw(lock)}`,
    `lock-creators ${lock}`,
  );
  return urls.map(({ creator, groupId }) => {
    if (!creator) return null;
    if ("id" in creator) return rows.find(({ id, isActive }) => id === creator.id && isActive);
    return rows.find((row) => row.email === creator.email && row.isActive && row.memberOf.includes(groupId ?? ""));
  });
}

function keyIdOf({ actor }: CodedUrl): string | null {
  return "apiKeyId" in actor ? actor.apiKeyId : null;
}

/** Inserts the links that limits and keys allow and whose codes are free; null for the others. */
async function insertAllowed(client: ClientBase, owned: OwnedUrl[]): Promise<(ShortUrlRow | null)[]> {
  const now = new Date();
  const wanted = owned.map((one) => toWanted(one, now));
  const entries = owned.map(({ url }, index) => ({
    actor: url.actor,
    event: {
      action: "short_url.create",
      subject: { type: "short_url", id: wanted[index]?.id ?? "", label: url.shortCode },
      after: { originalUrl: url.originalUrl, groupId: url.groupId },
    } as const,
  }));
  // hop.tells_later: the caller announces the links. Links are inserted in the order of their codes, which avoids
  // deadlocks.
  const statement = sql`
    WITH wanted AS (
      SELECT *, row_number() OVER (PARTITION BY "createdById" ORDER BY id) AS number
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS one
        (id uuid, "shortCode" text, "originalUrl" text, "createdById" uuid, "apiKeyId" uuid, "groupId" uuid, "externalId" text,
         host text, origin text, "qrGeneratedAt" timestamptz, "createdAt" timestamptz, "urlLimit" integer)
    ), allowed AS MATERIALIZED (
      SELECT *, set_config('hop.tells_later', 'on', true) FROM wanted
      WHERE ("createdById" IS NULL OR ${activeUrlsOf(sql`wanted."createdById"`)} + number <= "urlLimit")
        AND ("apiKeyId" IS NULL OR "apiKeyId" IN (
          SELECT key.id FROM api_keys AS key
          WHERE key.id IN (SELECT "apiKeyId" FROM wanted) AND (${KEY_PROBLEM}) IS NULL))
    ), site AS (${insertSites(sql`SELECT host, origin FROM allowed`)}), inserted AS (
      INSERT INTO short_urls
        (id, short_code, original_url, created_by_id, api_key_id, group_id, external_id, favicon_host, qr_generated_at,
         created_at, updated_at)
      SELECT id, "shortCode", "originalUrl", "createdById", "apiKeyId", "groupId", "externalId", host, "qrGeneratedAt",
             "createdAt", "createdAt"
      FROM allowed ORDER BY lower("shortCode")
      ON CONFLICT DO NOTHING
      RETURNING id, favicon_host
    ), entry AS (${insertAuditEntries(entries, sql`subject_id IN (SELECT id::text FROM inserted)`)})
    SELECT id, etag FROM inserted LEFT JOIN favicons ON host = favicon_host`;
  const rows = await queryRows<{ id: string; etag: string | null }>(client, statement, "insert-urls");
  const etags = new Map(rows.map(({ id, etag }) => [id, etag]));
  return wanted.map(({ host, origin, urlLimit, ...row }) => {
    const etag = etags.get(row.id);
    return etag === undefined ? null : { ...row, status: "active", clickCount: 0n, favicon: { host, etag } };
  });
}

function toWanted({ url, creator }: OwnedUrl, now: Date) {
  const { shortCode, originalUrl, groupId, externalId = null, hasQr } = url;
  return {
    id: uuidv7(),
    shortCode,
    originalUrl,
    createdById: creator?.id ?? null,
    apiKeyId: keyIdOf(url),
    groupId,
    externalId,
    qrGeneratedAt: hasQr ? now : null,
    createdAt: now,
    updatedAt: now,
    urlLimit: creator?.urlLimit ?? null,
    ...siteOf(originalUrl),
  };
}
