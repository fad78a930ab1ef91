import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { toUser, userColumns } from "@/lib/users/dto";
import { asEmailTaken } from "@/lib/users/email-taken";
import { canCreateUser } from "@/lib/users/policy";
import { assertMayGive } from "@/lib/users/recent-sign-in";
import type { CreateUserInput } from "@/lib/users/schema";
import type { Actor, User } from "@/lib/users/types";

/**
 * Creates a user, who may sign in from now on.
 *
 * @throws AppError forbidden, conflict, recent_sign_in_required
 */
export async function createUser(actor: Actor, input: CreateUserInput): Promise<User> {
  if (!canCreateUser(actor)) throw forbidden();
  assertMayGive(actor, input.role);
  try {
    return await prisma().$transaction(async (tx) => {
      const row = await tx.user.create({ data: input, select: userColumns });
      await recordAudit(tx, actor, {
        action: "user.create",
        subject: { type: "user", id: row.id, label: row.email },
        after: input,
      });
      return toUser(row);
    });
  } catch (error) {
    throw asEmailTaken(error);
  }
}
