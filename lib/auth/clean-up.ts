import { prisma } from "@/lib/db/prisma";
import { oldestSignIn } from "@/lib/sessions/lifetime";

/** Removes expired sessions, sign-in links and rate limit counters. */
export async function removeExpired(): Promise<void> {
  const now = new Date();
  const expired = { expires: { lt: now } };
  await prisma().session.deleteMany({ where: { OR: [expired, { createdAt: { lt: oldestSignIn(now.getTime()) } }] } });
  await prisma().verificationToken.deleteMany({ where: expired });
  await prisma().rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
}
