import { type Actor, type Role, SESSION_LIFETIME_DAYS } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { forbidden, unauthorized } from "@/lib/errors";

/** SQL condition for rows of `sessions`. A previous version extended `expires`, so the sign-in date is checked too. */
export const ACTIVE_SESSION = sql`
  expires > now() AND sessions.created_at > now() - ${SESSION_LIFETIME_DAYS} * interval '1 day'`;

/** The actor with their current role; null if they are no longer active or their session has ended. */
export async function findPresentActor(actor: Actor, client: SqlClient = pool()): Promise<Actor | null> {
  const sessionId = actor.session?.id ?? null;
  const [user] = await queryRows<{ role: Role }>(
    client,
    sql`
      SELECT role FROM users WHERE id = ${actor.id}::uuid AND status = 'active' AND (${sessionId}::uuid IS NULL OR EXISTS (
        SELECT FROM sessions WHERE sessions.id = ${sessionId}::uuid AND ${ACTIVE_SESSION}))`,
  );
  return user ? { ...actor, role: user.role } : null;
}

/**
 * Asserts, in the transaction of a change and after it has waited for locks, that a user still has the session and the
 * role with which it was authorised.
 *
 * @throws AppError unauthorized, forbidden
 */
export async function assertPresent(client: SqlClient, actor: Actor): Promise<void> {
  const present = await findPresentActor(actor, client);
  if (!present) throw unauthorized();
  if (present.role !== actor.role) throw forbidden();
}
