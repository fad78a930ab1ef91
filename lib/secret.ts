import path from "node:path";
import { makeDataFolder } from "@/lib/data-folder";
import { env } from "@/lib/env";
import { readOrMakeSecret } from "@/lib/secret-file";

const SECRET_BYTES = 32;
const EMPTY_FILE_REMEDY =
  "restore it from a backup, or delete it to get a new one (a stored mail password must then be entered again)";

let secret: string | undefined;

/**
 * The installation's secret: AUTH_SECRET, or 256 random bits generated once and stored in DATA_DIR.
 *
 * @throws EnvError if the file holds no usable secret
 * @throws NodeJS.ErrnoException if DATA_DIR cannot be written
 */
export function authSecret(): string {
  secret ??= env().AUTH_SECRET ?? storedSecret();
  return secret;
}

/** The installation's secret and earlier ones, which still decrypt what was encrypted with them. */
export function knownSecrets(): readonly string[] {
  return [authSecret(), ...env().AUTH_SECRET_PREVIOUS];
}

function storedSecret(): string {
  const { DATA_DIR } = env();
  makeDataFolder(DATA_DIR, 0o711);
  return readOrMakeSecret(path.join(DATA_DIR, "auth-secret"), SECRET_BYTES, EMPTY_FILE_REMEDY);
}
