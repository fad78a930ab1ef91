import type { Actor } from "@/lib/actor";

export function canReadAudit(actor: Pick<Actor, "role">): boolean {
  return actor.role === "overall_admin";
}
