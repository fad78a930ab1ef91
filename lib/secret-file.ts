import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/env";
import { moveIntoPlace } from "@/lib/move-into-place";

/** A shorter secret was truncated, or was not written by Hop. */
const MIN_LENGTH = 32;

/**
 * Reads a secret from a file of mode 0600, creating it if absent. Safe with concurrent processes: one of them wins. A
 * kill or a full disk leaves no partial file.
 *
 * @param remedy what the operator should do if the file is empty or too short
 * @throws EnvError if the file holds no usable secret
 * @throws NodeJS.ErrnoException
 */
export function readOrMakeSecret(file: string, bytes: number, remedy: string): string {
  const secret = readSecretFile(file) ?? makeSecretFile(file, randomBytes(bytes).toString("base64url"));
  if (secret.length >= MIN_LENGTH) return secret;
  const problem = secret === "" ? "is empty" : "is too short";
  throw new EnvError([`DATA_DIR: ${path.resolve(file)} ${problem}: ${remedy}.`]);
}

function readSecretFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a temporary file and links it into place unless another process was first. */
function makeSecretFile(file: string, secret: string): string {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const descriptor = openSync(unfinished, "wx", 0o600);
    try {
      writeSync(descriptor, `${secret}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    moveIntoPlace(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readSecretFile(file) ?? secret;
}
