import type { Actor } from "@/lib/actor";
import { setUserStatus } from "@/lib/users/set-status";

/**
 * Sets a user's status to deleted; the row, links and memberships remain.
 *
 * @throws AppError forbidden, not_found; conflict if the user has been erased
 */
export async function deleteUser(actor: Actor, id: string): Promise<{ id: string; status: "deleted" }> {
  await setUserStatus(actor, id, "deleted");
  return { id, status: "deleted" };
}
