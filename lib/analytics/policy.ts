import type { Actor } from "@/lib/actor";

/** Analytics of all links and of groups, and their live stream. */
export function canSeeGlobalAnalytics(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
