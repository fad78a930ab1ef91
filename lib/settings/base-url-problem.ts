import { parseBaseUrl, usableBaseUrl } from "@/lib/base-url";

/** Checks a base URL stored by an earlier version or by SQL. Null if it is valid. */
export function baseUrlProblem(stored: string): string | null {
  const usable = usableBaseUrl(stored);
  if (usable === undefined) return "Invalid base URL, ignored. Enter it again.";
  return "value" in parseBaseUrl(stored) ? null : `Only ${usable} is used. Enter the base URL again.`;
}
