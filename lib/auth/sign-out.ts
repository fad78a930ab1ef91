import { userLabel } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { expireSessionCookies, type ReadCookie, readSessionTokens } from "@/lib/auth/cookies";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { formatDevice } from "@/lib/format";

/**
 * Ends the sessions in a request's cookies.
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
    // A concurrent request has already ended it.
    if (!session || count === 0) return;
    const actor = { id: session.userId, label: userLabel(session.user) };
    await recordAudit(tx, actor, {
      action: "session.sign_out",
      subject: { type: "session", id: session.id, label: formatDevice(session) },
    });
  });
}
