import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { type Example, examples } from "@/lib/public-api/examples";
import { getBaseUrl } from "@/lib/settings/queries";

type OwnExamples = {
  baseUrl: string;
  examples: Record<string, Example>;
};

/**
 * Returns the examples of the public API as the actor can run them. A key accepts only the addresses of its group's
 * members: a group_admin has only keys of their own groups, an overall_admin of any.
 */
export async function ownExamples(actor: Actor): Promise<OwnExamples> {
  const [baseUrl, user] = await Promise.all([
    getBaseUrl(),
    prisma().user.findUnique({ where: { id: actor.id }, select: { email: true } }),
  ]);
  const email = actor.role === "overall_admin" || !user ? null : user.email;
  return { baseUrl, examples: examples(baseUrl, email) };
}
