import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { groupIdsOf, listGroups } from "@/lib/groups/queries";
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
  const [baseUrl, groups, memberOf, user] = await Promise.all([
    getBaseUrl(),
    listGroups(actor),
    groupIdsOf(actor.id),
    prisma().user.findUnique({ where: { id: actor.id }, select: { email: true } }),
  ]);
  const own = groups.find(({ id }) => memberOf.has(id));
  // A key accepts only the addresses of its group's members.
  const email = own && user ? user.email : null;
  return { baseUrl, groupName: (own ?? groups[0])?.name ?? null, examples: examples(baseUrl, email) };
}
