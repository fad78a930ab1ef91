import type { Actor } from "@/lib/users/types";

export function canSeeFailedJobs(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
