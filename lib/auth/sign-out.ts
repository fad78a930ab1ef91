import { expireSessionCookies, type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";

/**
 * Ends the session that the request's cookies name, on the server too.
 *
 * @returns Set-Cookie values that remove the cookies
 */
export async function signOut(readCookie: ReadCookie): Promise<string[]> {
  const hashes = readSessionTokens(readCookie).map(hashToken);
  if (hashes.length > 0) await prisma().session.deleteMany({ where: { sessionToken: { in: hashes } } });
  return expireSessionCookies();
}
