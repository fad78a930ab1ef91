import type { Actor } from "@/lib/actor";
import { userLabel } from "@/lib/actor";
import { rethrowDatabaseErrors } from "@/lib/auth/adapter";
import { auth } from "@/lib/auth/next-auth";
import type { CurrentUser } from "@/lib/users/types";
import { countActiveUrls } from "@/lib/users/url-use";

type SessionUser = Omit<CurrentUser, "activeUrlCount" | "signedInAt">;

/** The result of the session callback in config.ts, as JSON. */
type RequestSession = { id: string; signedInAt: string; user: SessionUser };

/** The active user whose session this request uses, else null. */
export async function getActor(): Promise<Actor | null> {
  const session = await getSession();
  if (!session) return null;
  return { ...toActor(session.user), session: { id: session.id, signedInAt: Date.parse(session.signedInAt) } };
}

/** The signed-in user for pages, else null. */
export async function getCurrentUser(): Promise<CurrentUser | null> {
  const session = await getSession();
  if (!session) return null;
  const { id, firstName, lastName, email, role, status, urlLimit } = session.user;
  const activeUrlCount = await countActiveUrls(id);
  const { signedInAt } = session;
  return { id, firstName, lastName, email, role, status, urlLimit, activeUrlCount, signedInAt };
}

/** An actor without a session, for pages, which only read. */
export function toActor(user: SessionUser): Actor {
  return { id: user.id, role: user.role, label: userLabel(user) };
}

/** @throws database errors, so that an outage does not look like a sign-out */
async function getSession(): Promise<RequestSession | null> {
  const session = (await rethrowDatabaseErrors(() => auth())) as RequestSession | null;
  return session?.user.status === "active" ? session : null;
}
