import { validate as isUuid } from "uuid";
import type { Actor } from "@/lib/actor";
import type { Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { type UserRow, userColumns } from "@/lib/users/dto";
import { erasedAddress } from "@/lib/users/erased";
import { canListUsers, canManageUser } from "@/lib/users/policy";

export const USER_ERASED = "This user's personal data has been erased";

/**
 * Returns a user whom the actor may change. The row stays locked until the transaction ends, so that the role that
 * the permission depends on cannot change in between.
 *
 * @throws AppError forbidden, not_found; conflict if the user has been erased
 */
export async function lockManagedUserOrThrow(tx: Transaction, actor: Actor, id: string): Promise<UserRow> {
  if (!canListUsers(actor)) throw forbidden();
  if (!isUuid(id)) throw notFound("User");
  await execute(tx, sql`SELECT FROM users WHERE id = ${id}::uuid FOR UPDATE`);
  const user = await tx.user.findUnique({ where: { id }, select: userColumns });
  if (!user) throw notFound("User");
  if (!canManageUser(actor, user)) throw forbidden();
  if (user.email === erasedAddress(id)) throw new AppError("conflict", USER_ERASED);
  return user;
}
