import { AppError } from "@/lib/errors";

/** Short enough for pages, which are rendered with their numbers. Tests on busy machines change it. */
export const countTimeout = { ms: 3_000 };
/** SQLSTATE of a cancelled statement, for example after its timeout. */
const QUERY_CANCELED = "57014";

/** The result of counting; null if it takes too long. Counting then continues, so the next call may find the result. */
export async function inTime<T>(counting: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, countTimeout.ms, null);
  });
  return Promise.race([counting.catch(toNullIfTooLong), timeout]).finally(() => clearTimeout(timer));
}

function toNullIfTooLong(error: unknown): null {
  const isCanceled = error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
  if (isCanceled || (error instanceof AppError && error.code === "unavailable")) return null;
  throw error;
}
