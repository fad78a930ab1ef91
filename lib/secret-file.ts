import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/env";

/** What has fewer characters was cut off, or is none of ours. */
const MIN_LENGTH = 32;

/**
 * The secret kept in a file of mode 0600, made when there is none. Of several processes that make it
 * at once one wins, and a kill or a full disk leaves no half-written file.
 *
 * @param remedy what an operator does about a file that is empty or too short
 * @throws EnvError when the file holds no secret
 * @throws Error of the file system
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

/** Written whole under another name, and then given its own, unless another process was first. */
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
    putInPlace(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readSecretFile(file) ?? secret;
}

function putInPlace(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // A file system without hard links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
    renameSync(unfinished, file);
  }
}
