import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { unauthorized } from "@/lib/errors";
import { userColumns } from "@/lib/users/dto";
import type { CurrentUser } from "@/lib/users/types";
import { countActiveUrls } from "@/lib/users/url-use";

const { createdAt: _, ...columns } = userColumns;

/**
 * The signed-in user, for GET /api/auth/user.
 *
 * @throws AppError unauthorized if the session has ended since it was authenticated
 */
export async function getCurrentUserOrThrow({ id, session }: Actor): Promise<CurrentUser> {
  if (!session) throw unauthorized();
  const [user, activeUrlCount] = await Promise.all([
    prisma().user.findFirst({
      where: { id, status: "active", sessions: { some: { id: session.id } } },
      select: columns,
    }),
    countActiveUrls(id),
  ]);
  if (!user) throw unauthorized();
  return { ...user, activeUrlCount, signedInAt: new Date(session.signedInAt).toISOString() };
}
