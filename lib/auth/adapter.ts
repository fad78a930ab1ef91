import { AsyncLocalStorage } from "node:async_hooks";
import type { Adapter } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { recordAudit } from "@/lib/audit/record";
import { type ClientSummary, UNKNOWN_CLIENT } from "@/lib/auth/client";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { formatDevice } from "@/lib/format";
import { log } from "@/lib/log";
import { oldestSignIn } from "@/lib/sessions/lifetime";
import { userLabel } from "@/lib/users/label";

const LAST_SEEN_INTERVAL_MS = 5 * 60_000;

const failures = new AsyncLocalStorage<{ failure?: unknown }>();

declare module "@auth/core/adapters" {
  interface AdapterSession {
    id: string;
    /** The sign-in. */
    createdAt: Date;
  }
}

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

type AdapterOptions = {
  /** Of the cookie of the browser that asks, for verification tokens made through this adapter. */
  browserHash?: string | null;
  /** What signs in, for sessions made through it. */
  client?: ClientSummary;
};

/**
 * next-auth's Prisma adapter with rules of ours: strangers are never registered, session tokens are
 * stored hashed, a session is never extended, and a verification token remembers the browser that
 * asked for it.
 */
export function createAdapter({ browserHash = null, client = UNKNOWN_CLIENT }: AdapterOptions = {}): Adapter {
  // The adapter's types are those of the classic client; the calls it makes are the same.
  const standard = PrismaAdapter(prisma() as unknown as Parameters<typeof PrismaAdapter>[0]);
  return {
    ...standard,
    createUser: () => Promise.reject(new Error("Users are created by administrators only")),
    createVerificationToken: (token) => prisma().verificationToken.create({ data: { ...token, browserHash } }),
    createSession: ({ sessionToken, userId, expires }) => createSession({ sessionToken, userId, expires }, client),
    getSessionAndUser: async (sessionToken) => {
      try {
        return await readSession(sessionToken);
      } catch (error) {
        const noted = failures.getStore();
        if (noted) noted.failure = error;
        throw error;
      }
    },
    updateSession: () => Promise.resolve(null),
    deleteSession: async (sessionToken) => {
      await prisma().session.deleteMany({ where: { sessionToken: hashToken(sessionToken) } });
    },
  };
}

type NewSession = { sessionToken: string; userId: string; expires: Date };

async function createSession({ sessionToken, userId, expires }: NewSession, client: ClientSummary) {
  return prisma().$transaction(async (tx) => {
    const { user, ...session } = await tx.session.create({
      data: { sessionToken: hashToken(sessionToken), userId, expires, ...client },
      include: { user: true },
    });
    const { browser, os, country } = client;
    await recordAudit(
      tx,
      { id: userId, label: userLabel(user) },
      {
        action: "session.sign_in",
        subject: { type: "session", id: session.id, label: formatDevice({ browser, os }) },
        after: { country },
      },
    );
    return { ...session, sessionToken };
  });
}

/** The session and its user; null when it is past its lifetime, whatever a previous version wrote into `expires`. */
async function readSession(sessionToken: string) {
  const found = await prisma().session.findUnique({
    where: { sessionToken: hashToken(sessionToken) },
    include: { user: true },
  });
  if (!found || found.createdAt <= oldestSignIn()) return null;
  const { user, ...session } = found;
  await noteLastSeen(session);
  return { user, session: { ...session, sessionToken } };
}

/** Not with each request, which would then be a write; and no request fails for it. */
async function noteLastSeen({ id, lastSeenAt }: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = Date.now();
  if (now - lastSeenAt.getTime() < LAST_SEEN_INTERVAL_MS) return;
  try {
    await prisma().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: new Date(now) } });
  } catch (error) {
    log.warn({ err: error }, "the use of a session could not be noted");
  }
}
