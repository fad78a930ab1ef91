import type { ClientBase } from "pg";
import { v7 as uuidv7 } from "uuid";
import { type AuditActor, insertAuditEntry } from "@/lib/audit/record";
import { Prisma } from "@/lib/db/generated/client";
import { insertSite } from "@/lib/favicons/remember-site";
import { siteOf } from "@/lib/favicons/site";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { isBelowUrlLimit, type Limited, urlLimitReached } from "@/lib/urls/limit";

// By hand: programs create links in thousands, and this takes two statements where Prisma's form took ten.

export type Creator = Limited & { firstName: string; lastName: string; email: string };

/**
 * The user in whose name a link is created, if there is one: by id, or an active one by address. Their
 * row stays locked until the transaction ends; this is a statement before the one that counts, so that
 * it sees what others committed meanwhile. The trigger on short_urls then leaves telling of the link to
 * `tellOfNewLink`.
 */
export async function lockCreator(
  client: ClientBase,
  by: { id: string } | { email: string },
): Promise<Creator | undefined> {
  const [name, condition, value] =
    "id" in by ? ["id", "id = $1", by.id] : ["email", "email = $1 AND status = 'active'", by.email];
  const { rows } = await client.query<Creator>({
    name: `lock-creator-by-${name}`,
    text: `
      SELECT id, url_limit AS "urlLimit", first_name AS "firstName", last_name AS "lastName", email,
             set_config('hop.tells_later', 'on', true)
      FROM users WHERE ${condition} FOR UPDATE`,
    values: [value],
  });
  return rows[0];
}

type NewUrl = { shortCode: string; originalUrl: string; groupId: string | null; hasQr: boolean };

/**
 * Inserts a link that counts against its creator's limit, the row of its site and its entry in the
 * audit log, in one statement.
 *
 * @param creator whose row is locked, under the label that the audit log is to show
 * @throws AppError url_limit_reached; for a taken code what `isUniqueViolation` knows
 */
export async function insertUrl(client: ClientBase, creator: Limited & AuditActor, url: NewUrl): Promise<ShortUrlRow> {
  const { shortCode, originalUrl, groupId, hasQr } = url;
  const [id, now, site] = [uuidv7(), new Date(), siteOf(originalUrl)];
  const qrGeneratedAt = hasQr ? now : null;
  const entry = insertAuditEntry(creator, {
    action: "short_url.create",
    subject: { type: "short_url", id, label: shortCode },
    after: { originalUrl, groupId },
  });
  // Where the limit is reached the exception takes the other two back as well.
  const { text, values } = Prisma.sql`
    WITH site AS (${insertSite(site)}), entry AS (${entry})
    INSERT INTO short_urls
      (id, short_code, original_url, created_by_id, group_id, favicon_host, qr_generated_at, created_at, updated_at)
    SELECT ${id}::uuid, ${shortCode}, ${originalUrl}, ${creator.id}::uuid, ${groupId}::uuid, ${site.host},
           ${qrGeneratedAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    WHERE ${isBelowUrlLimit(creator)}
    RETURNING (SELECT etag FROM favicons WHERE host = favicon_host)`;
  const { rows } = await client.query<{ etag: string | null }>({ name: "insert-url", text, values });
  const [inserted] = rows;
  if (!inserted) throw urlLimitReached(creator);
  return {
    id,
    shortCode,
    originalUrl,
    status: "active",
    clickCount: 0n,
    createdAt: now,
    createdById: creator.id,
    groupId,
    qrGeneratedAt,
    favicon: { host: site.host, etag: inserted.etag },
  };
}
