import { sessionCookie } from "@/lib/auth/config";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";

const NAMES = [sessionCookie(true).name, sessionCookie(false).name];

/**
 * Ends the session that the request's cookies name, on the server too.
 *
 * @returns Set-Cookie values that remove the cookies
 */
export async function signOut(readCookie: (name: string) => string | undefined): Promise<string[]> {
  const hashes = NAMES.map(readCookie).flatMap((value) => (value ? [hashToken(value)] : []));
  if (hashes.length > 0) await prisma().session.deleteMany({ where: { sessionToken: { in: hashes } } });
  return [
    `${NAMES[0]}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
    `${NAMES[1]}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
  ];
}
