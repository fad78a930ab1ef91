import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { prisma } from "@/lib/db/prisma";
import { forbidden } from "@/lib/errors";
import { assertMayGrantRole } from "@/lib/recent-sign-in";
import { toUser, userColumns } from "@/lib/users/dto";
import { toEmailTakenError } from "@/lib/users/email-taken";
import { canCreateUser } from "@/lib/users/policy";
import type { CreateUserInput } from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

/**
 * Creates an active user.
 *
 * @throws AppError forbidden, conflict, recent_sign_in_required
 */
export async function createUser(actor: Actor, input: CreateUserInput): Promise<User> {
  if (!canCreateUser(actor)) throw forbidden();
  assertMayGrantRole(actor, input.role);
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
    throw toEmailTakenError(error);
  }
}
