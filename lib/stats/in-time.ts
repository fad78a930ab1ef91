import { AppError } from "@/lib/errors";
import { QUERY_CANCELED } from "@/lib/sqlstate";
import { within } from "@/lib/within";

/** Short enough for pages, which are rendered with their numbers. Tests on busy machines change it. */
export const countTimeout = { ms: 3_000 };

/** The result of counting; null if it takes too long. Counting then continues, so the next call may find the result. */
export function inTime<T>(counting: Promise<T>): Promise<T | null> {
  return within(countTimeout.ms, counting.catch(toNullIfTooLong), null);
}

function toNullIfTooLong(error: unknown): null {
  const isCanceled = error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
  if (isCanceled || (error instanceof AppError && error.code === "unavailable")) return null;
  throw error;
}
