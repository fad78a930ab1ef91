import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { anonymiseAuditEntries, ERASED_LABEL, findFormerAddresses } from "@/lib/audit/anonymise";
import { emailSchema } from "@/lib/auth/schema";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/errors";
import { deleteJobsWith } from "@/lib/jobs/delete-jobs";

export const LAST_ADMIN = "This is the last active overall_admin: make another one first";

/** Whose data an address stands for. */
export type ErasableUser = { id: string; name: string; email: string; role: string; links: number };

export type Erased = {
  /** Whether somebody had the address. */
  isUser: boolean;
  /** How many were changed, or deleted. */
  auditEntries: number;
  jobs: number;
  /** Settings that hold an address still, which an administrator has to change. */
  settings: string[];
};

/**
 * The user with an address, for the question whether they are meant; null: nobody has it.
 *
 * @throws AppError invalid
 */
export async function findErasableUser(pool: pg.Pool, email: string): Promise<ErasableUser | null> {
  const { rows } = await pool.query<ErasableUser>(
    `SELECT id, trim(first_name || ' ' || last_name) AS name, email, role,
            (SELECT count(*)::int FROM short_urls WHERE created_by_id = users.id) AS links
     FROM users WHERE email = $1`,
    [parseEmail(email)],
  );
  return rows[0] ?? null;
}

/**
 * Erases the personal data of the user with an address, and what else holds the address, in one
 * transaction (docs/decisions/0137). The user's row stays without a name, as do their links, which
 * redirect as before. Once more, or for an address that nobody has, it erases what is left.
 *
 * @throws AppError invalid; conflict for the last active overall_admin
 */
export async function erasePersonalData(pool: pg.Pool, email: string): Promise<Erased> {
  const address = parseEmail(email);
  return inTransaction(pool, async (client) => {
    const userId = await lockUser(client, address);
    const addresses = userId ? [...new Set([address, ...(await findFormerAddresses(client, userId))])] : [address];
    if (userId) await anonymiseUser(client, userId);
    await client.query("DELETE FROM verification_tokens WHERE identifier = ANY ($1)", [addresses]);
    const erased = {
      isUser: userId !== null,
      auditEntries: await anonymiseAuditEntries(client, { userId, addresses }),
      jobs: await deleteJobsWith(client, userId ? [userId, ...addresses] : addresses),
      settings: await findSettings(client, addresses),
    };
    if (userId) await recordErasure(client, userId);
    return erased;
  });
}

function parseEmail(text: string): string {
  const { success, data, error } = emailSchema.safeParse(text);
  if (!success) throw new AppError("invalid", error.issues[0]?.message ?? "", "email");
  return data;
}

/** Together with all active overall_admins, so that two erasures at once leave one of them. */
async function lockUser(client: pg.ClientBase, email: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string; email: string; is_admin: boolean }>(
    `SELECT id, email, role = 'overall_admin' AND status = 'active' AS is_admin FROM users
     WHERE email = $1 OR role = 'overall_admin' AND status = 'active' ORDER BY id FOR NO KEY UPDATE`,
    [email],
  );
  const user = rows.find((row) => row.email === email);
  if (user?.is_admin && rows.filter((row) => row.is_admin).length === 1) throw new AppError("conflict", LAST_ADMIN);
  return user?.id ?? null;
}

/** By the change of address and status a trigger removes sessions and sign-in links (docs/decisions/0008). */
async function anonymiseUser(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(
    `UPDATE users SET first_name = $2, last_name = '', email = 'erased-' || id || '@erased.invalid',
       email_verified = NULL, role = 'shortcode_admin', status = 'deleted', updated_at = now()
     WHERE id = $1`,
    [userId, ERASED_LABEL],
  );
  await client.query("DELETE FROM sessions WHERE user_id = $1", [userId]);
  await client.query("DELETE FROM group_memberships WHERE user_id = $1", [userId]);
  await client.query("UPDATE bulk_jobs SET started_by_label = $2 WHERE started_by_id = $1", [userId, ERASED_LABEL]);
}

async function findSettings(client: pg.ClientBase, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    "SELECT key FROM settings WHERE lower(value) = ANY ($1) ORDER BY key",
    [addresses],
  );
  return rows.map(({ key }) => key);
}

/** By nobody who is signed in: whoever runs commands on the server. */
async function recordErasure(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(
    `INSERT INTO audit_entries (id, actor_label, action, subject_type, subject_id, subject_label)
     VALUES ($1, 'Operator', 'user.erase', 'user', $2, $3)`,
    [uuidv7(), userId, ERASED_LABEL],
  );
}
