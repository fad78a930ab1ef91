import type pg from "pg";
import { addressPattern, anonymiseAuditEntries, ERASED_LABEL, findFormerAddresses } from "@/lib/audit/anonymise";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { emailSchema } from "@/lib/email";
import { AppError } from "@/lib/errors";
import { deleteJobsWith } from "@/lib/jobs/delete-jobs";

export const LAST_ADMIN = "This is the last active overall_admin; create another one first";

/** The user an address belongs to. */
export type ErasableUser = { id: string; name: string; email: string; role: string; links: number };

export type Erased = {
  /** Whether a user had the address. */
  isUser: boolean;
  /** Number of changed entries. */
  auditEntries: number;
  /** Number of deleted jobs. */
  jobs: number;
  /** Keys of settings that still contain an address; an administrator must change them. */
  settings: string[];
  /** Where an address is left in names and other texts, which people can change, for example `group "Ann's"`. */
  names: string[];
};

/**
 * Finds the user with an address, so that the operator can confirm; null if there is none.
 *
 * @throws AppError invalid; conflict for the last active overall_admin
 */
export async function findErasableUser(pool: pg.Pool, email: string): Promise<ErasableUser | null> {
  const [found] = await queryRows<ErasableUser & { isLastAdmin: boolean }>(
    pool,
    sql`
      SELECT id, trim(first_name || ' ' || last_name) AS name, email, role,
             (SELECT count(*)::int FROM short_urls WHERE created_by_id = users.id) AS links,
             role = 'overall_admin' AND status = 'active' AND NOT EXISTS (
               SELECT FROM users AS other
               WHERE other.id <> users.id AND other.role = 'overall_admin' AND other.status = 'active') AS "isLastAdmin"
      FROM users WHERE email = ${parseEmail(email)}`,
  );
  if (!found) return null;
  const { isLastAdmin, ...user } = found;
  if (isLastAdmin) throw new AppError("conflict", LAST_ADMIN);
  return user;
}

/**
 * Erases the personal data of the user with an address, and every other trace of the address, in one transaction
 * (docs/decisions/0014). The anonymous user row and the links remain, and the links keep redirecting. Idempotent;
 * also accepts an address without a user.
 *
 * @throws AppError invalid; conflict for the last active overall_admin
 */
export async function erasePersonalData(pool: pg.Pool, email: string): Promise<Erased> {
  const address = parseEmail(email);
  return inTransaction(pool, async (client) => {
    const userId = await lockUser(client, address);
    const addresses = userId ? [...new Set([address, ...(await findFormerAddresses(client, userId))])] : [address];
    if (userId) await anonymiseUser(client, userId);
    await execute(client, sql`DELETE FROM verification_tokens WHERE identifier = ANY (${addresses})`);
    const erased = {
      isUser: userId !== null,
      auditEntries: await anonymiseAuditEntries(client, { userId, addresses }),
      jobs: await deleteJobsWith(client, userId ? [userId, ...addresses] : addresses),
      settings: await findSettings(client, addresses),
      names: await findNames(client, addresses),
    };
    if (userId || erased.auditEntries > 0) await recordErasure(client, userId, erased);
    return erased;
  });
}

function parseEmail(text: string): string {
  const { success, data, error } = emailSchema.safeParse(text);
  if (!success) throw new AppError("invalid", error.issues[0]?.message ?? "", "email");
  return data;
}

/** Also locks all active overall_admins, so that concurrent erasures leave at least one. */
async function lockUser(client: pg.ClientBase, email: string): Promise<string | null> {
  const rows = await queryRows<{ id: string; email: string; is_admin: boolean }>(
    client,
    sql`
      SELECT id, email, role = 'overall_admin' AND status = 'active' AS is_admin FROM users
      WHERE email = ${email} OR role = 'overall_admin' AND status = 'active' ORDER BY id FOR NO KEY UPDATE`,
  );
  const user = rows.find((row) => row.email === email);
  if (user?.is_admin && rows.filter((row) => row.is_admin).length === 1) throw new AppError("conflict", LAST_ADMIN);
  return user?.id ?? null;
}

/** Changing address and status fires a trigger that removes sessions and sign-in links (docs/decisions/0008). */
async function anonymiseUser(client: pg.ClientBase, userId: string): Promise<void> {
  await execute(
    client,
    sql`
      UPDATE users SET first_name = ${ERASED_LABEL}, last_name = '', email = 'erased-' || id || '@erased.invalid',
        email_verified = NULL, role = 'shortcode_admin', status = 'deleted', updated_at = now()
      WHERE id = ${userId}`,
  );
  await execute(client, sql`DELETE FROM sessions WHERE user_id = ${userId}`);
  await execute(client, sql`DELETE FROM summaries WHERE user_id = ${userId}`);
  await execute(client, sql`DELETE FROM group_memberships WHERE user_id = ${userId}`);
  await execute(client, sql`UPDATE bulk_jobs SET started_by_label = ${ERASED_LABEL} WHERE started_by_id = ${userId}`);
}

async function findSettings(client: pg.ClientBase, addresses: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    client,
    sql`SELECT key FROM settings WHERE lower(value) = ANY (${addresses}) ORDER BY key`,
  );
  return rows.map(({ key }) => key);
}

async function findNames(client: pg.ClientBase, addresses: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ kind: string; name: string; text: string }>(
    client,
    sql`
      SELECT DISTINCT kind, name, text FROM (
        SELECT 'API key' AS kind, name, name AS text FROM api_keys
        UNION ALL SELECT 'group', name, concat_ws(' ', name, description) FROM groups
        UNION ALL SELECT 'QR template', name, concat_ws(' ', name, design->'frame'->>'text') FROM qr_templates
        UNION ALL SELECT 'QR code of', short_code, design->'frame'->>'text'
          FROM qr_designs JOIN short_urls ON short_urls.id = url_id
        UNION ALL SELECT 'external ID of', short_code, external_id FROM short_urls
        UNION ALL SELECT 'shared page', name, name FROM stat_shares) AS named
      WHERE EXISTS (SELECT FROM unnest(${addresses}::text[]) AS address WHERE strpos(lower(text), address) > 0)
      ORDER BY kind, name`,
  );
  const pattern = addressPattern(addresses);
  return rows.flatMap(({ kind, name, text }) => (text.search(pattern) < 0 ? [] : `${kind} “${name}”`));
}

/** The actor is the operator who runs the command, not a signed-in user. */
async function recordErasure(
  client: pg.ClientBase,
  userId: string | null,
  { auditEntries, jobs }: Erased,
): Promise<void> {
  const subject = { type: "user", id: userId ?? "", label: ERASED_LABEL };
  await recordAudit(client, OPERATOR, { action: "user.erase", subject, after: { auditEntries, jobs } });
}
