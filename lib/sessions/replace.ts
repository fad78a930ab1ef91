import { prisma } from "@/lib/db/prisma";

/** Requests that the browser sent with its previous cookie while it signed in again are still answered. */
export const REPLACED_SESSION_MS = 60_000;

/**
 * Ends the sessions that a browser held before it signed in again: nothing holds their cookie any
 * more.
 *
 * @param tokenHashes as stored
 */
export async function endReplacedSessions(tokenHashes: string[], now = Date.now()): Promise<void> {
  if (tokenHashes.length === 0) return;
  const expires = new Date(now + REPLACED_SESSION_MS);
  await prisma().session.updateMany({
    where: { sessionToken: { in: tokenHashes }, expires: { gt: expires } },
    data: { expires },
  });
}
