import { parseBaseUrl, usableBaseUrl } from "@/lib/base-url";

/** What is wrong with a base URL that an earlier version, or somebody by SQL, has stored; null: nothing. */
export function baseUrlProblem(stored: string): string | null {
  const usable = usableBaseUrl(stored);
  if (usable === undefined) return "This is not a base URL and is ignored: enter it again.";
  return "value" in parseBaseUrl(stored) ? null : `Only ${usable} of this address is used: enter it again.`;
}
