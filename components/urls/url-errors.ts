import { errorText } from "@/components/data/toast-error";

/** Whether a call failed because the user is at their limit (spec section 8). */
export function isLimitReached(error: unknown): boolean {
  return error instanceof Error && /URL limit reached|reached your URL limit/.test(error.message);
}

export function limitText(urlLimit: number): string {
  return `You've reached your limit of ${urlLimit} active URLs. Request more URLs from support.`;
}

export function createErrorText(error: unknown, urlLimit: number): string {
  if (isLimitReached(error)) return `URL Limit Reached - ${limitText(urlLimit)}`;
  return errorText(error, "Failed to create short URL");
}
