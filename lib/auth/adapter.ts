import { AsyncLocalStorage } from "node:async_hooks";
import type { Adapter } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";

const failures = new AsyncLocalStorage<{ failure?: unknown }>();

/**
 * Runs `read`, in which next-auth takes a session that cannot be read for one that is not there.
 *
 * @throws what the database answered instead
 */
export async function noteSessionFailure<T>(read: () => Promise<T>): Promise<T> {
  const noted: { failure?: unknown } = {};
  const result = await failures.run(noted, read);
  if (noted.failure !== undefined) throw noted.failure;
  return result;
}

/**
 * next-auth's Prisma adapter with three rules of ours: strangers are never registered, session
 * tokens are stored hashed, and a verification token remembers the browser that asked for it.
 *
 * @param browserHash of the cookie of the asking browser, for tokens made through this adapter
 */
export function createAdapter(browserHash: string | null = null): Adapter {
  // The adapter's types are those of the classic client; the calls it makes are the same.
  const standard = PrismaAdapter(prisma() as unknown as Parameters<typeof PrismaAdapter>[0]);
  return {
    ...standard,
    createUser: () => Promise.reject(new Error("Users are created by administrators only")),
    createVerificationToken: (token) => prisma().verificationToken.create({ data: { ...token, browserHash } }),
    createSession: async (session) => {
      await prisma().session.create({ data: { ...session, sessionToken: hashToken(session.sessionToken) } });
      return session;
    },
    getSessionAndUser: async (sessionToken) => {
      try {
        const found = await standard.getSessionAndUser?.(hashToken(sessionToken));
        return found ? { user: found.user, session: { ...found.session, sessionToken } } : null;
      } catch (error) {
        const noted = failures.getStore();
        if (noted) noted.failure = error;
        throw error;
      }
    },
    updateSession: async ({ sessionToken, ...changes }) => {
      const stored = hashToken(sessionToken);
      const session = await prisma().session.update({ where: { sessionToken: stored }, data: changes });
      return { ...session, sessionToken };
    },
    deleteSession: async (sessionToken) => {
      await prisma().session.deleteMany({ where: { sessionToken: hashToken(sessionToken) } });
    },
  };
}
