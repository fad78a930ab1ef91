import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";

let secret: string | undefined;

/**
 * The installation's secret: AUTH_SECRET, else one made once and kept in DATA_DIR (256 bits).
 *
 * @throws Error when DATA_DIR cannot be written
 */
export function authSecret(): string {
  secret ??= env().AUTH_SECRET ?? keptSecret(path.join(env().DATA_DIR, "auth-secret"));
  return secret;
}

/** Earlier secrets, which still open what was encrypted under them. */
export function previousAuthSecrets(): readonly string[] {
  return env().AUTH_SECRET_PREVIOUS;
}

function keptSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    // "wx": of several processes that start at once, one writes and the others read.
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
