import { isUniqueViolation } from "@/lib/db/prisma";
import { AppError } from "@/lib/errors";

export const EMAIL_TAKEN = "A user with this email address already exists";

/** A failed write of a user as its caller is told: an address that somebody has, in whatever case, is a conflict. */
export function asEmailTaken(error: unknown): unknown {
  return isUniqueViolation(error) ? new AppError("conflict", EMAIL_TAKEN, "email") : error;
}
