import { prisma } from "@/lib/db/prisma";

/** How long a replaced session stays valid, for requests already in flight with the old cookie. */
export const REPLACED_SESSION_MS = 60_000;

/**
 * Ends a browser's previous sessions after it has signed in again.
 *
 * @param tokenHashes as stored
 */
export async function endReplacedSessions(tokenHashes: string[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  const expires = new Date(Date.now() + REPLACED_SESSION_MS);
  await prisma().session.updateMany({
    where: { sessionToken: { in: tokenHashes }, expires: { gt: expires } },
    data: { expires },
  });
}
