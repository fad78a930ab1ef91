import { env } from "@/lib/env";
import { getBaseUrl } from "@/lib/settings/queries";

let isHttps = false;

/**
 * Strict-Transport-Security (RFC 6797) for the base URL last read; undefined unless it is https. Never waits for the
 * database, so a changed base URL takes effect from the second response on.
 */
export function strictTransport(): string | undefined {
  void refreshStrictTransport();
  return isHttps ? `max-age=${env().HSTS_MAX_AGE}` : undefined;
}

/** Reads the base URL. Keeps the previous value if that fails. */
export async function refreshStrictTransport(): Promise<void> {
  try {
    isHttps = (await getBaseUrl()).startsWith("https:");
  } catch {
    // Reported by code that depends on the database.
  }
}
