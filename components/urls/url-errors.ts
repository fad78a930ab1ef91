import { errorText } from "@/components/data/toast-error";
import { plural } from "@/lib/format";
import type { CurrentUser } from "@/lib/users/types";

/** Whether a call failed because the user is at their limit (spec section 8). */
function isLimitReached(error: unknown): boolean {
  return error instanceof Error && /URL limit reached|reached your URL limit/.test(error.message);
}

export function limitText(urlLimit: number): string {
  return `You've reached your limit of ${plural(urlLimit, "active URL")}. Request more URLs from support.`;
}

/** A warning for users with only the last tenth of their limit left, or the last link; else null. */
export function nearLimitText({
  activeUrlCount,
  urlLimit,
}: Pick<CurrentUser, "activeUrlCount" | "urlLimit">): string | null {
  const left = urlLimit - activeUrlCount;
  if (left > Math.max(1, Math.floor(urlLimit / 10))) return null;
  if (left <= 0) return limitText(urlLimit);
  return `${plural(left, "link")} left of your limit of ${plural(urlLimit, "active URL")}.`;
}

export function createErrorText(error: unknown, urlLimit: number): string {
  if (isLimitReached(error)) return `URL Limit Reached - ${limitText(urlLimit)}`;
  return errorText(error, "Failed to create short URL");
}
