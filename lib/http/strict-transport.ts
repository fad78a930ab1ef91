import { env } from "@/lib/env";
import { getBaseUrl } from "@/lib/settings/queries";

let isHttps = false;

/**
 * Strict-Transport-Security (RFC 6797) for the app's answers, as of the base URL that was read last;
 * undefined unless that is https. It waits for nothing, so that a database that is away delays no
 * answer: a change of the base URL shows from the second answer on.
 */
export function strictTransport(): string | undefined {
  void refreshStrictTransport();
  return isHttps ? `max-age=${env().HSTS_MAX_AGE}` : undefined;
}

/** Reads the base URL; what was read before stays where that fails. */
export async function refreshStrictTransport(): Promise<void> {
  try {
    isHttps = (await getBaseUrl()).startsWith("https:");
  } catch {
    // Whoever needs the database says that it is away.
  }
}
