import { isUniqueViolation } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";

export const EMAIL_TAKEN = "A user with this email address already exists";

/** Maps a unique violation on a user's address to AppError conflict; returns other errors unchanged. */
export function toEmailTakenError(error: unknown): unknown {
  return isUniqueViolation(error) ? new AppError("conflict", EMAIL_TAKEN, "email") : error;
}
