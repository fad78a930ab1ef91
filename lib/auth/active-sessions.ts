import type { Role } from "@/lib/actor";
import { ACTIVE_SESSION } from "@/lib/audit/present-actor";
import { type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";

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
