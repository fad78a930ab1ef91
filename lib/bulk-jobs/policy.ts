import type { Actor } from "@/lib/users/types";

/** Starting, watching and cancelling jobs over all links. */
export function canRunBulkJobs(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
