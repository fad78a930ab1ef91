import { noteSessionFailure } from "@/lib/auth/adapter";
import { auth } from "@/lib/auth/next-auth";
import { prisma } from "@/lib/db/prisma";
import { userLabel } from "@/lib/users/label";
import type { Actor, CurrentUser } from "@/lib/users/types";

type SessionUser = Omit<CurrentUser, "activeUrlCount" | "signedInAt">;

/** As the session callback in config.ts gives it, through JSON. */
type SessionOfRequest = { id: string; signedInAt: string; user: SessionUser };

/** Who makes this request: the user of a living session who is active at this moment, else null. */
export async function getActor(): Promise<Actor | null> {
  const session = await getSession();
  if (!session) return null;
  return { ...toActor(session.user), session: { id: session.id, signedInAt: Date.parse(session.signedInAt) } };
}

/** The signed-in user as GET /api/auth/user gives it, else null. */
export async function getCurrentUser(): Promise<CurrentUser | null> {
  const session = await getSession();
  if (!session) return null;
  const { id, firstName, lastName, email, role, status, urlLimit } = session.user;
  const activeUrlCount = await prisma().shortUrl.count({ where: { createdById: id, status: "active" } });
  const { signedInAt } = session;
  return { id, firstName, lastName, email, role, status, urlLimit, activeUrlCount, signedInAt };
}

/** Who reads: of a page, which changes nothing that asks for the session. */
export function toActor(user: SessionUser): Actor {
  return { id: user.id, role: user.role, label: userLabel(user) };
}

/** @throws whatever kept the session from being read: a database that is away has signed nobody out */
async function getSession(): Promise<SessionOfRequest | null> {
  const session = (await noteSessionFailure(() => auth())) as SessionOfRequest | null;
  return session?.user.status === "active" ? session : null;
}
