import type { Actor } from "@/lib/users/types";

/** Numbers over all links, of groups, and as they come (design section 7). */
export function canSeeGlobalAnalytics(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
