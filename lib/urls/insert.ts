import type { ClientBase } from "pg";
import { v7 as uuidv7 } from "uuid";
import { insertAuditEntries } from "@/lib/audit/record";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { insertSites } from "@/lib/favicons/remember-site";
import { siteOf } from "@/lib/favicons/site";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { activeUrlsOf, hasRoom, type Limited, urlLimitReached } from "@/lib/urls/limit";

// By hand: programs create links in thousands, and this takes two statements where Prisma's form took ten.

export const SHORT_CODE_TAKEN = "This short code is already taken";

export type Creator = Limited & { firstName: string; lastName: string; email: string };

/** A link that is to be, against its creator's limit. */
export type NewUrl = {
  /** A user by id, or an active one by address. */
  by: { id: string } | { email: string };
  /** Where there is no such user. */
  noCreator: () => AppError;
  /** What the audit log calls the creator. */
  labelOf: (creator: Creator) => string;
  shortCode: string;
  originalUrl: string;
  groupId: string | null;
  hasQr: boolean;
};

/**
 * Inserts a link, the row of its site and its entry in the audit log. Its creator's row stays locked
 * until the transaction ends. Telling of the link is left to `tellOfNewLink`.
 *
 * @throws AppError url_limit_reached, short_code_taken, and `noCreator`
 */
export async function insertUrl(client: ClientBase, url: NewUrl): Promise<ShortUrlRow> {
  const [creator] = await lockCreators(client, [url], "FOR UPDATE");
  if (!creator) throw url.noCreator();
  const [row] = await insertAllowed(client, [{ url, creator }]);
  if (row) return row;
  throw (await hasRoom(client, creator)) ? shortCodeTaken() : urlLimitReached(creator);
}

/**
 * The same for many at once. Null for one that was not inserted, whatever the reason: taken, too many,
 * or its creator's row is locked by somebody else, for whom the others shall not wait.
 */
export async function insertUrls(client: ClientBase, urls: NewUrl[]): Promise<(ShortUrlRow | null)[]> {
  const creators = await lockCreators(client, urls, "FOR UPDATE SKIP LOCKED");
  const owned = urls.flatMap((url, place) => {
    const creator = creators[place];
    return creator ? [{ url, creator }] : [];
  });
  const rows = await insertAllowed(client, owned);
  const rowOf = new Map(owned.map(({ url }, place) => [url, rows[place]]));
  return urls.map((url) => rowOf.get(url) ?? null);
}

export function shortCodeTaken(): AppError {
  return new AppError("short_code_taken", SHORT_CODE_TAKEN, "shortCode");
}

/**
 * The creator of each, if there is one. This is a statement before the one that counts, so that it
 * sees what others committed before they let go of a row. The trigger on short_urls then leaves
 * telling of these links to their creator.
 */
async function lockCreators(
  client: ClientBase,
  urls: NewUrl[],
  lock: "FOR UPDATE" | "FOR UPDATE SKIP LOCKED",
): Promise<(Creator | undefined)[]> {
  const { rows } = await client.query<Creator & { isActive: boolean }>({
    name: `lock-creators ${lock}`,
    text: `
      SELECT id, url_limit AS "urlLimit", first_name AS "firstName", last_name AS "lastName", email,
             status = 'active' AS "isActive", set_config('hop.tells_later', 'on', true)
      FROM users WHERE id = ANY ($1::uuid[]) OR (email = ANY ($2::text[]) AND status = 'active')
      ORDER BY id ${lock}`,
    values: [
      urls.flatMap(({ by }) => ("id" in by ? [by.id] : [])),
      urls.flatMap(({ by }) => ("email" in by ? [by.email] : [])),
    ],
  });
  return urls.map(({ by }) =>
    rows.find(({ id, email, isActive }) => ("id" in by ? id === by.id : isActive && email === by.email)),
  );
}

type OwnedUrl = { url: NewUrl; creator: Creator };

/** Inserts those that their creators' limits allow and whose codes are free; null for the others. */
async function insertAllowed(client: ClientBase, owned: OwnedUrl[]): Promise<(ShortUrlRow | null)[]> {
  const now = new Date();
  const wanted = owned.map((one) => toWanted(one, now));
  const entries = owned.map(({ url, creator }, place) => ({
    actor: { id: creator.id, label: url.labelOf(creator) },
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
        (id uuid, "shortCode" text, "originalUrl" text, "createdById" uuid, "groupId" uuid, host text, origin text,
         "qrGeneratedAt" timestamptz, "createdAt" timestamptz, "urlLimit" integer)
    ), allowed AS MATERIALIZED (
      SELECT * FROM wanted WHERE ${activeUrlsOf(Prisma.sql`wanted."createdById"`)} + place <= "urlLimit"
    ), site AS (${insertSites(Prisma.sql`SELECT host, origin FROM allowed`)}), inserted AS (
      INSERT INTO short_urls
        (id, short_code, original_url, created_by_id, group_id, favicon_host, qr_generated_at, created_at, updated_at)
      SELECT id, "shortCode", "originalUrl", "createdById", "groupId", host, "qrGeneratedAt", "createdAt", "createdAt"
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
    createdById: creator.id,
    groupId,
    qrGeneratedAt: hasQr ? now : null,
    createdAt: now,
    urlLimit: creator.urlLimit,
    ...siteOf(originalUrl),
  };
}
