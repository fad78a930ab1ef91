import { isLockConflict, LOCKED } from "@/lib/database-unavailable";
import { AppError, type ErrorCode } from "@/lib/errors";
import { log } from "@/lib/log";

/** Why one item of a bulk call was refused, in the shape of an error response. */
export type ItemRefusal = { success: false; message: string; code: ErrorCode; field?: string };

/** Turns the error of one item of a bulk call into a result, since the other items may have been stored. */
export function toItemRefusal(error: unknown): ItemRefusal {
  if (error instanceof AppError) {
    const { message, code, field } = error;
    return { success: false, message, code, ...(field && { field }) };
  }
  log.error({ err: error }, "bulk item failed");
  if (isLockConflict(error)) return { success: false, message: LOCKED, code: "unavailable" };
  return { success: false, message: "Internal server error", code: "internal" };
}
