import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  addressPattern,
  anonymiseAuditEntries,
  ERASED_LABEL,
  findFormerAddresses,
  type Person,
} from "@/lib/audit/anonymise";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { lockKey } from "@/lib/db/advisory-lock";
import { execute, queryRows, type Sql, sql } from "@/lib/db/sql";
import { inTransaction } from "@/lib/db/transaction";
import { emailSchema } from "@/lib/email";
import { AppError } from "@/lib/errors";
import { deleteJobsWith } from "@/lib/jobs/queue-tables";
import { erasedAddress } from "@/lib/users/erased";

export const LAST_ADMIN = "This is the last active overall_admin; create another one first";
const ADDRESS_CHANGED = "This address was just assigned to or removed from a user; run the command again";
/** As long as a statement of the app may take by default. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 50;

const IS_LAST_ADMIN = sql`
  role = 'overall_admin' AND status = 'active' AND NOT EXISTS (
    SELECT FROM users AS other
    WHERE other.id <> users.id AND other.role = 'overall_admin' AND other.status = 'active')`;

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
             ${IS_LAST_ADMIN} AS "isLastAdmin"
      FROM users WHERE email = ${parseEmail(email)}`,
  );
  if (!found) return null;
  const { isLastAdmin, ...user } = found;
  if (isLastAdmin) throw new AppError("conflict", LAST_ADMIN);
  return user;
}

/**
 * Erases the personal data of the user with an address, and every other trace of the address, in one transaction
 * (docs/decisions/0014). The anonymous user row and the links remain, and the links keep redirecting. A second
 * transaction erases what the user's own calls wrote during the first. Idempotent; also accepts an address without a
 * user.
 *
 * @throws AppError invalid; conflict for the last active overall_admin, or if a user gets or loses the address meanwhile
 */
export async function erasePersonalData(pool: pg.Pool, email: string): Promise<Erased> {
  const address = parseEmail(email);
  const { person, ...erased } = await inErasure(pool, async (client) => {
    const userId = await findUser(client, address);
    const former = userId ? await findFormerAddresses(client, userId) : [];
    const person = { userId, addresses: [...new Set([address, ...former])] };
    // First, since it takes long: calls that wait for the user's row keep their connections from others.
    const counts = await eraseTraces(client, person);
    if ((await lockUser(client, address)) !== userId) throw new AppError("conflict", ADDRESS_CHANGED);
    if (userId) await anonymiseUser(client, userId);
    await removeAccess(client, person);
    if (userId || counts.auditEntries > 0) await recordErasure(client, userId, counts);
    return { person, ...counts };
  });
  if (person.userId) {
    await waitForOpenChanges(pool);
    const late = await inErasure(pool, async (client) => {
      await removeAccess(client, person);
      return eraseTraces(client, person);
    });
    erased.auditEntries += late.auditEntries;
    erased.jobs += late.jobs;
  }
  return {
    isUser: person.userId !== null,
    ...erased,
    settings: await findSettings(pool, person.addresses),
    names: await findNames(pool, person.addresses),
  };
}

/** One at a time: an entry is read and later replaced as a whole, and one overall_admin must remain. */
function inErasure<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await execute(client, sql`SELECT pg_advisory_xact_lock(${lockKey("hop_erase")})`);
    return work(client);
  });
}

function parseEmail(text: string): string {
  const { success, data, error } = emailSchema.safeParse(text);
  if (!success) throw new AppError("invalid", error.issues[0]?.message ?? "", "email");
  return data;
}

function findUser(client: pg.ClientBase, email: string): Promise<string | null> {
  return readUser(client, sql`email = ${email}`);
}

function lockUser(client: pg.ClientBase, email: string): Promise<string | null> {
  return readUser(client, sql`email = ${email} FOR NO KEY UPDATE`);
}

async function readUser(client: pg.ClientBase, condition: Sql): Promise<string | null> {
  const [user] = await queryRows<{ id: string; isLastAdmin: boolean }>(
    client,
    sql`SELECT id, ${IS_LAST_ADMIN} AS "isLastAdmin" FROM users WHERE ${condition}`,
  );
  if (user?.isLastAdmin) throw new AppError("conflict", LAST_ADMIN);
  return user?.id ?? null;
}

/** Changing address and status fires a trigger that removes sessions and sign-in links (docs/decisions/0008). */
async function anonymiseUser(client: pg.ClientBase, userId: string): Promise<void> {
  await execute(
    client,
    sql`
      UPDATE users SET first_name = ${ERASED_LABEL}, last_name = '', email = ${erasedAddress(userId)},
        email_verified = NULL, role = 'shortcode_admin', status = 'deleted', updated_at = now()
      WHERE id = ${userId}`,
  );
}

type Counts = Pick<Erased, "auditEntries" | "jobs">;

async function removeAccess(client: pg.ClientBase, { userId, addresses }: Person): Promise<void> {
  await execute(client, sql`DELETE FROM sessions WHERE user_id = ${userId}`);
  await execute(client, sql`DELETE FROM summaries WHERE user_id = ${userId}`);
  await execute(client, sql`DELETE FROM group_memberships WHERE user_id = ${userId}`);
  await execute(client, sql`UPDATE bulk_jobs SET started_by_label = ${ERASED_LABEL} WHERE started_by_id = ${userId}`);
  await execute(client, sql`DELETE FROM verification_tokens WHERE identifier = ANY (${addresses})`);
}

/** Reads the whole audit log. */
async function eraseTraces(client: pg.ClientBase, person: Person): Promise<Counts> {
  const { userId, addresses } = person;
  return {
    auditEntries: await anonymiseAuditEntries(client, person),
    jobs: await deleteJobsWith(client, userId ? [userId, ...addresses] : addresses),
  };
}

/**
 * Waits for the transactions that have changed something or wait for a lock, perhaps for that of the erasure. Downloads
 * and backups only read, for up to hours.
 */
async function waitForOpenChanges(pool: pg.Pool): Promise<void> {
  const [{ now } = { now: "" }] = await queryRows<{ now: string }>(pool, sql`SELECT clock_timestamp()::text AS now`);
  const findOpen = () =>
    queryRows(
      pool,
      sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND xact_start < ${now}::timestamptz
          AND (backend_xid IS NOT NULL OR wait_event_type = 'Lock')`,
    );
  const deadline = performance.now() + MAX_WAIT_MS;
  while ((await findOpen()).length > 0 && performance.now() < deadline) await sleep(POLL_MS);
}

async function findSettings(pool: pg.Pool, addresses: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    pool,
    sql`SELECT key FROM settings WHERE lower(value) = ANY (${addresses}) ORDER BY key`,
  );
  return rows.map(({ key }) => key);
}

async function findNames(pool: pg.Pool, addresses: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ kind: string; name: string; text: string }>(
    pool,
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
  { auditEntries, jobs }: Counts,
): Promise<void> {
  const subject = { type: "user", id: userId ?? "", label: ERASED_LABEL };
  await recordAudit(client, OPERATOR, { action: "user.erase", subject, after: { auditEntries, jobs } });
}
