import type { ClientBase } from "pg";
import { v7 as uuidv7 } from "uuid";
import { KEY_PROBLEM, type KeyProblem, keyProblemError, selectKeyProblem } from "@/lib/api-keys/usable";
import { type AuditActor, insertAuditEntries } from "@/lib/audit/record";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { insertSites } from "@/lib/favicons/remember-site";
import { siteOf } from "@/lib/favicons/site";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { activeUrlsOf, hasRoom, type Limited, urlLimitReached } from "@/lib/urls/limit";

// By hand: programs create links in thousands, and this takes two statements where Prisma's form took ten.

export const SHORT_CODE_TAKEN = "This short code is already taken";

/** A link that is to be, against its creator's limit. */
export type NewUrl = {
  /** A user by id, or an active member of the link's group by address; null: the link has no creator, and no limit. */
  by: { id: string } | { email: string } | null;
  /** Where there is no such user. */
  noCreator: () => AppError;
  /** A key must be usable at the moment of insertion; the link remembers it. */
  actor: AuditActor;
  shortCode: string;
  originalUrl: string;
  groupId: string | null;
  hasQr: boolean;
};

/**
 * Inserts a link, the row of its site and its entry in the audit log. Its creator's row stays locked
 * until the transaction ends. Telling of the link is left to `tellOfNewLink`.
 *
 * @throws AppError url_limit_reached, short_code_taken, unauthorized, api_key_suspended, and `noCreator`
 */
export async function insertUrl(client: ClientBase, url: NewUrl): Promise<ShortUrlRow> {
  const [creator] = await lockCreators(client, [url], "FOR UPDATE");
  if (creator === undefined) throw url.noCreator();
  const [row] = await insertAllowed(client, [{ url, creator }]);
  if (row) return row;
  const keyId = keyIdOf(url);
  const problem = keyId && (await findKeyProblem(client, keyId));
  if (problem) throw keyProblemError(problem);
  throw !creator || (await hasRoom(client, creator)) ? shortCodeTaken() : urlLimitReached(creator);
}

/**
 * The same for many at once. Null for one that was not inserted, whatever the reason: taken, too many,
 * or its creator's row is locked by somebody else, for whom the others shall not wait.
 */
export async function insertUrls(client: ClientBase, urls: NewUrl[]): Promise<(ShortUrlRow | null)[]> {
  const creators = await lockCreators(client, urls, "FOR UPDATE SKIP LOCKED");
  const owned = urls.flatMap((url, place) => {
    const creator = creators[place];
    return creator === undefined ? [] : [{ url, creator }];
  });
  const rows = await insertAllowed(client, owned);
  const rowOf = new Map(owned.map(({ url }, place) => [url, rows[place]]));
  return urls.map((url) => rowOf.get(url) ?? null);
}

export function shortCodeTaken(): AppError {
  return new AppError("short_code_taken", SHORT_CODE_TAKEN, "shortCode");
}

type Creator = Limited & { email: string; isActive: boolean; memberOf: string[] };

/**
 * The creator of each: undefined where there is no such user, null where the link is to have none. This is a
 * statement before the one that counts, so that it sees what others committed before they let go of a row.
 */
async function lockCreators(
  client: ClientBase,
  urls: NewUrl[],
  lock: "FOR UPDATE" | "FOR UPDATE SKIP LOCKED",
): Promise<(Creator | null | undefined)[]> {
  const ids = urls.flatMap(({ by }) => (by && "id" in by ? [by.id] : []));
  const byEmail = urls.flatMap(({ by, groupId }) => (by && "email" in by ? [{ email: by.email, groupId }] : []));
  if (ids.length + byEmail.length === 0) return urls.map(() => null);
  const { rows } = await client.query<Creator>({
    name: `lock-creators ${lock}`,
    text: `
      SELECT id, url_limit AS "urlLimit", email, status = 'active' AS "isActive",
             ARRAY(SELECT group_id::text FROM group_memberships
                   WHERE user_id = users.id AND group_id = ANY ($3::uuid[])) AS "memberOf"
      FROM users WHERE id = ANY ($1::uuid[]) OR (email = ANY ($2::text[]) AND EXISTS (
        SELECT FROM group_memberships WHERE user_id = users.id AND group_id = ANY ($3::uuid[])))
      ORDER BY id ${lock}`,
    values: [ids, byEmail.map(({ email }) => email), byEmail.map(({ groupId }) => groupId)],
  });
  return urls.map(({ by, groupId }) => {
    if (!by) return null;
    if ("id" in by) return rows.find(({ id }) => id === by.id);
    return rows.find((row) => row.email === by.email && row.isActive && row.memberOf.includes(groupId ?? ""));
  });
}

function keyIdOf({ actor }: NewUrl): string | null {
  return "apiKeyId" in actor ? actor.apiKeyId : null;
}

async function findKeyProblem(client: ClientBase, keyId: string): Promise<KeyProblem | null> {
  const { text, values } = selectKeyProblem(keyId);
  const { rows } = await client.query<{ problem: KeyProblem | null }>(text, values);
  return rows[0] ? rows[0].problem : "unknown";
}

type OwnedUrl = { url: NewUrl; creator: Creator | null };

/**
 * Inserts those that their creators' limits and their keys allow and whose codes are free; null for the others. The
 * trigger on short_urls leaves announcing these links to the caller.
 */
async function insertAllowed(client: ClientBase, owned: OwnedUrl[]): Promise<(ShortUrlRow | null)[]> {
  const now = new Date();
  const wanted = owned.map((one) => toWanted(one, now));
  const entries = owned.map(({ url }, place) => ({
    actor: url.actor,
    event: {
      action: "short_url.create",
      subject: { type: "short_url", id: wanted[place]?.id ?? "", label: url.shortCode },
      after: { originalUrl: url.originalUrl, groupId: url.groupId },
    } as const,
  }));
  // In the order of their codes: two processes then never wait for each other in a circle.
  const { text, values } = Prisma.sql`
    WITH wanted AS (
      SELECT *, row_number() OVER (PARTITION BY "createdById" ORDER BY id) AS place
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS one
        (id uuid, "shortCode" text, "originalUrl" text, "createdById" uuid, "apiKeyId" uuid, "groupId" uuid, host text,
         origin text, "qrGeneratedAt" timestamptz, "createdAt" timestamptz, "urlLimit" integer)
    ), allowed AS MATERIALIZED (
      SELECT *, set_config('hop.tells_later', 'on', true) FROM wanted
      WHERE ("createdById" IS NULL OR ${activeUrlsOf(Prisma.sql`wanted."createdById"`)} + place <= "urlLimit")
        AND ("apiKeyId" IS NULL OR "apiKeyId" IN (
          SELECT key.id FROM api_keys AS key
          WHERE key.id IN (SELECT "apiKeyId" FROM wanted) AND (${Prisma.raw(KEY_PROBLEM)}) IS NULL))
    ), site AS (${insertSites(Prisma.sql`SELECT host, origin FROM allowed`)}), inserted AS (
      INSERT INTO short_urls
        (id, short_code, original_url, created_by_id, api_key_id, group_id, favicon_host, qr_generated_at, created_at,
         updated_at)
      SELECT id, "shortCode", "originalUrl", "createdById", "apiKeyId", "groupId", host, "qrGeneratedAt", "createdAt",
             "createdAt"
      FROM allowed ORDER BY lower("shortCode")
      ON CONFLICT DO NOTHING
      RETURNING id, favicon_host
    ), entry AS (${insertAuditEntries(entries, Prisma.sql`subject_id IN (SELECT id::text FROM inserted)`)})
    SELECT id, etag FROM inserted LEFT JOIN favicons ON host = favicon_host`;
  const { rows } = await client.query<{ id: string; etag: string | null }>({ name: "insert-urls", text, values });
  const etags = new Map(rows.map(({ id, etag }) => [id, etag]));
  return wanted.map(({ host, origin, urlLimit, ...row }) => {
    const etag = etags.get(row.id);
    return etag === undefined ? null : { ...row, status: "active", clickCount: 0n, favicon: { host, etag } };
  });
}

function toWanted({ url, creator }: OwnedUrl, now: Date) {
  const { shortCode, originalUrl, groupId, hasQr } = url;
  return {
    id: uuidv7(),
    shortCode,
    originalUrl,
    createdById: creator?.id ?? null,
    apiKeyId: keyIdOf(url),
    groupId,
    qrGeneratedAt: hasQr ? now : null,
    createdAt: now,
    urlLimit: creator?.urlLimit ?? null,
    ...siteOf(originalUrl),
  };
}
