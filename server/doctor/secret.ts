import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { isFingerprintOfKnownSecret, SECRET_FINGERPRINT } from "@/lib/settings/secret-fingerprint";
import type { StoredSettings } from "@/lib/settings/stored";
import { type Check, ok, skipped, warning } from "@/server/doctor/check";

/**
 * Whether this machine has the secret with which Hop last ran on the database.
 *
 * @param settings null if they can't be read
 */
export async function checkSecret(settings: StoredSettings | null): Promise<Check> {
  const name = "secret";
  if (!hasSecret()) return skipped(name, "AUTH_SECRET is not known here");
  if (!settings) return skipped(name, "the settings in the database could not be read");
  const { [SECRET_FINGERPRINT]: fingerprint } = settings;
  if (fingerprint === undefined) return skipped(name, "Hop has not run on this database yet");
  if (isFingerprintOfKnownSecret(fingerprint)) return ok(name, "matches the secret last used with this database");
  return warning(
    name,
    "another one was used when Hop last started on this database",
    "set AUTH_SECRET to the same value on all machines, and restart them",
  );
}

/** Whether there is a secret. The check must not create one. */
export function hasSecret(): boolean {
  return env().AUTH_SECRET !== undefined || existsSync(path.join(env().DATA_DIR, "auth-secret"));
}
