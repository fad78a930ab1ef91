import { noteSessionFailure } from "@/lib/auth/adapter";
import { auth } from "@/lib/auth/next-auth";
import { prisma } from "@/lib/db/prisma";
import type { Actor, CurrentUser } from "@/lib/users/types";

type SessionUser = Omit<CurrentUser, "activeUrlCount">;

/** Who makes this request: the user of a living session who is active at this moment, else null. */
export async function getActor(): Promise<Actor | null> {
  const user = await getSessionUser();
  return user && toActor(user);
}

/** The signed-in user as GET /api/auth/user gives it, else null. */
export async function getCurrentUser(): Promise<CurrentUser | null> {
  const user = await getSessionUser();
  if (!user) return null;
  const { id, firstName, lastName, email, role, status, urlLimit } = user;
  const activeUrlCount = await prisma().shortUrl.count({ where: { createdById: id, status: "active" } });
  return { id, firstName, lastName, email, role, status, urlLimit, activeUrlCount };
}

export function toActor(user: SessionUser): Actor {
  return { id: user.id, role: user.role, label: `${user.firstName} ${user.lastName}`.trim() || user.email };
}

/** @throws whatever kept the session from being read: a database that is away has signed nobody out */
async function getSessionUser(): Promise<SessionUser | null> {
  const session = await noteSessionFailure(() => auth());
  const user = session?.user as SessionUser | undefined;
  return user?.status === "active" ? user : null;
}
