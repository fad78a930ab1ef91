import { setUserStatus } from "@/lib/users/set-status";
import type { Actor } from "@/lib/users/types";

/**
 * Deletes a user by their status: the row, their links and their memberships stay.
 *
 * @throws AppError forbidden, not_found
 */
export async function deleteUser(actor: Actor, id: string): Promise<{ id: string; status: "deleted" }> {
  await setUserStatus(actor, id, "deleted");
  return { id, status: "deleted" };
}
