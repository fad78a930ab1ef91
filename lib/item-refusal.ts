import { AppError, type ErrorCode } from "@/lib/errors";
import { log } from "@/lib/log";

/** Why one item of many was refused: the body of an error (lib/errors), of the item alone. */
export type ItemRefusal = { success: false; message: string; code: ErrorCode; field?: string };

/** Of a call with many items. Those before the one that failed stand, and the caller must learn of them. */
export function toItemRefusal(error: unknown): ItemRefusal {
  if (error instanceof AppError) {
    const { message, code, field } = error;
    return { success: false, message, code, ...(field && { field }) };
  }
  log.error({ err: error }, "an item of many failed");
  return { success: false, message: "Internal server error", code: "internal" };
}
