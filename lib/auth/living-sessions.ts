import { type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { ACTIVE_SESSION_SQL } from "@/lib/sessions/lifetime";
import type { Role } from "@/lib/users/types";

/** What is kept of the sessions that a request carries, to ask later whether they still live. */
export function sessionHashes(readCookie: ReadCookie): string[] {
  return readSessionTokens(readCookie).map(hashToken);
}

/** The users of those sessions that still live, each who is active now, with their role of now. */
export async function findLivingSessions(hashes: string[]): Promise<Map<string, { userId: string; role: Role }>> {
  const { rows } = await pool().query<{ hash: string; userId: string; role: Role }>(
    `SELECT session_token AS hash, users.id AS "userId", role FROM sessions JOIN users ON users.id = user_id
     WHERE session_token = ANY ($1) AND ${ACTIVE_SESSION_SQL} AND status = 'active'`,
    [hashes],
  );
  return new Map(rows.map(({ hash, ...user }) => [hash, user]));
}
