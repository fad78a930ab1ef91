import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { isUniqueViolation, type Transaction } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";
import { toUser, userColumns } from "@/lib/users/dto";
import { insertInvitation } from "@/lib/users/invitation";
import type { CreateUserInput } from "@/lib/users/schema";
import type { User } from "@/lib/users/types";

export const EMAIL_TAKEN = "A user with this email address already exists";

/** Inserts an active user with their audit entry, and invites them if asked to. Does not authorise. */
export async function insertUser(
  tx: Transaction,
  actor: Actor,
  { sendInvitation, ...input }: Omit<CreateUserInput, "groupIds">,
): Promise<User> {
  const row = await tx.user.create({ data: input, select: userColumns });
  await recordAudit(tx, actor, {
    action: "user.create",
    subject: { type: "user", id: row.id, label: row.email },
    after: input,
  });
  if (sendInvitation) await insertInvitation(tx, actor, row);
  return toUser(row);
}

/** Maps a unique violation on a user's address to AppError conflict; returns other errors unchanged. */
export function toEmailTakenError(error: unknown): unknown {
  return isUniqueViolation(error) ? new AppError("conflict", EMAIL_TAKEN, "email") : error;
}
