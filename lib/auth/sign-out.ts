import { recordAudit } from "@/lib/audit/record";
import { expireSessionCookies, type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { formatDevice } from "@/lib/format";
import { userLabel } from "@/lib/users/label";

/**
 * Ends the sessions that the request's cookies name, on the server too.
 *
 * @returns Set-Cookie values that remove the cookies
 */
export async function signOut(readCookie: ReadCookie): Promise<string[]> {
  for (const token of readSessionTokens(readCookie)) await endSessionOf(hashToken(token));
  return expireSessionCookies();
}

async function endSessionOf(sessionToken: string): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const session = await tx.session.findUnique({ where: { sessionToken }, include: { user: true } });
    const { count } = await tx.session.deleteMany({ where: { sessionToken } });
    // Of two at once, one has ended it.
    if (!session || count === 0) return;
    const actor = { id: session.userId, label: userLabel(session.user) };
    await recordAudit(tx, actor, {
      action: "session.sign_out",
      subject: { type: "session", id: session.id, label: formatDevice(session) },
    });
  });
}
