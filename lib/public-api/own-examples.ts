import type { Actor } from "@/lib/actor";
import type { Prisma } from "@/lib/db/generated/client";
import { prisma } from "@/lib/db/prisma";
import { type Example, examples } from "@/lib/public-api/examples";
import { getBaseUrl } from "@/lib/settings/queries";

type OwnExamples = {
  baseUrl: string;
  /** A group for which the actor may create keys, preferably one of their own; null if there is none. */
  groupName: string | null;
  examples: Record<string, Example>;
};

/** Returns the examples of the public API as the actor can run them: with their own address if it is accepted. */
export async function ownExamples(actor: Actor): Promise<OwnExamples> {
  const [baseUrl, own, user] = await Promise.all([
    getBaseUrl(),
    firstGroupName({ memberships: { some: { userId: actor.id } } }),
    prisma().user.findUnique({ where: { id: actor.id }, select: { email: true } }),
  ]);
  // A key accepts only the addresses of its group's members.
  const email = own !== null && user ? user.email : null;
  const groupName = own ?? (actor.role === "overall_admin" ? await firstGroupName({}) : null);
  return { baseUrl, groupName, examples: examples(baseUrl, email) };
}

/** In the order of `listGroups`; null if there is none. */
async function firstGroupName(where: Prisma.GroupWhereInput): Promise<string | null> {
  const group = await prisma().group.findFirst({
    where,
    select: { name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return group?.name ?? null;
}
