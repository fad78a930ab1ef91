import type { Actor, Role } from "@/lib/actor";
import { type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { ACTIVE_SESSION } from "@/lib/sessions/lifetime";

/** Hashes of the session tokens in a request, to check later whether the sessions are still active. */
export function sessionHashes(readCookie: ReadCookie): string[] {
  return readSessionTokens(readCookie).map(hashToken);
}

/** Maps the hash of each active session to its user and their current role. Only active users are included. */
export async function findActiveSessions(hashes: string[]): Promise<Map<string, { userId: string; role: Role }>> {
  const rows = await queryRows<{ hash: string; userId: string; role: Role }>(
    pool(),
    sql`
      SELECT session_token AS hash, users.id AS "userId", role FROM sessions JOIN users ON users.id = user_id
      WHERE session_token = ANY (${hashes}) AND ${ACTIVE_SESSION} AND status = 'active'`,
  );
  return new Map(rows.map(({ hash, ...user }) => [hash, user]));
}

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
