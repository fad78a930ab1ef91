import type { Actor } from "@/lib/actor";

export function canRefreshFavicons(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
