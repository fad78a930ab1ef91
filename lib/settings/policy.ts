import type { Actor } from "@/lib/actor";

/** Reading and changing the settings (design section 7). */
export function canManageSettings(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
