import { AsyncLocalStorage } from "node:async_hooks";
import type { Adapter } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { userLabel } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { type ClientSummary, UNKNOWN_CLIENT } from "@/lib/auth/client";
import { hashToken } from "@/lib/auth/tokens";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { formatDevice } from "@/lib/format";
import { log } from "@/lib/log";
import { oldestSignIn } from "@/lib/sessions/lifetime";
import { deleteInvitations } from "@/lib/users/invitation";

const LAST_SEEN_INTERVAL_MS = 5 * 60_000;

const noted = new AsyncLocalStorage<{ error?: unknown }>();

declare module "@auth/core/adapters" {
  interface AdapterSession {
    id: string;
    /** When the user signed in. */
    createdAt: Date;
  }
}

/** Runs `work` and throws the database errors that next-auth swallows, treating them as a refusal. */
export async function rethrowDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  const caught: { error?: unknown } = {};
  const result = await noted.run(caught, work);
  if (caught.error !== undefined) throw caught.error;
  return result;
}

type AdapterOptions = {
  /** Hash of the requesting browser's cookie, stored with new verification tokens. */
  browserHash?: string | null;
  /** Stored with new sessions. */
  client?: ClientSummary;
  /** The transaction that it is part of. */
  transaction?: Transaction;
};

/**
 * next-auth's Prisma adapter with four changes: sessions are never extended, session tokens are stored hashed,
 * unknown users are never registered, and verification tokens are bound to the browser that requested them.
 */
export function createAdapter({
  browserHash = null,
  client = UNKNOWN_CLIENT,
  transaction,
}: AdapterOptions = {}): Adapter {
  const db = transaction ?? prisma();
  // The adapter is typed for the classic Prisma client but makes the same calls.
  const standard = PrismaAdapter(db as unknown as Parameters<typeof PrismaAdapter>[0]);
  return noteErrors({
    ...standard,
    createUser: () => Promise.reject(new Error("Only administrators create users")),
    createVerificationToken: (token) => db.verificationToken.create({ data: { ...token, browserHash } }),
    createSession: ({ sessionToken, userId, expires }) => {
      const create = (tx: Transaction) => createSession(tx, { sessionToken, userId, expires }, client);
      return transaction ? create(transaction) : prisma().$transaction(create);
    },
    getSessionAndUser: readSession,
    updateSession: () => Promise.resolve(null),
    deleteSession: async (sessionToken) => {
      await db.session.deleteMany({ where: { sessionToken: hashToken(sessionToken) } });
    },
  });
}

/** Makes the adapter's methods note their errors for `rethrowDatabaseErrors`. */
function noteErrors(adapter: Adapter): Adapter {
  const noting =
    (method: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        const caught = noted.getStore();
        if (caught) caught.error = error;
        throw error;
      }
    };
  return Object.fromEntries(Object.entries(adapter).map(([name, method]) => [name, noting(method)]));
}

type NewSession = { sessionToken: string; userId: string; expires: Date };

async function createSession(tx: Transaction, { sessionToken, userId, expires }: NewSession, client: ClientSummary) {
  const { user, ...session } = await tx.session.create({
    data: { sessionToken: hashToken(sessionToken), userId, expires, ...client },
    include: { user: true },
  });
  // A user who signs in, by any link, no longer needs an invitation.
  await deleteInvitations(tx, user.email);
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
}

/** The session and its user. Null past its lifetime, even if a previous version extended `expires`. */
async function readSession(sessionToken: string) {
  const found = await prisma().session.findUnique({
    where: { sessionToken: hashToken(sessionToken) },
    include: { user: true },
  });
  if (!found || found.createdAt <= oldestSignIn()) return null;
  const { user, ...session } = found;
  await recordLastSeen(session);
  return { user, session: { ...session, sessionToken } };
}

/** Throttled, so that not every request writes. Errors are logged only. */
async function recordLastSeen({ id, lastSeenAt }: { id: string; lastSeenAt: Date }): Promise<void> {
  const now = Date.now();
  if (Math.abs(now - lastSeenAt.getTime()) < LAST_SEEN_INTERVAL_MS) return;
  try {
    await prisma().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: new Date(now) } });
  } catch (error) {
    log.warn({ err: error }, "failed to record last use of a session");
  }
}
