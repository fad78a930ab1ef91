import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError, env } from "@/lib/env";
import { makeFolder } from "@/lib/make-folder";

/** Codes of errors on a disk without space. */
export const FULL_CODES = ["ENOSPC", "EDQUOT"];

/**
 * Creates the data folder unless it exists.
 *
 * @throws EnvError if it cannot be written, or would be lost with the container; the message has the remedy
 */
export function prepareDataDir(): string {
  const dataDir = path.resolve(env().DATA_DIR);
  if (env().HOP_CONTAINER && !isOnVolume(dataDir)) {
    throw new EnvError([
      `DATA_DIR: ${dataDir} is not on a volume, and would be lost with the container: mount one, such as "-v hop:${dataDir}".`,
    ]);
  }
  try {
    makeFolder(dataDir, 0o711);
    assertWritable(dataDir);
    return dataDir;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw notWritableError(dataDir, code);
  }
}

/**
 * Creates and deletes a file in the folder, because access(2) allows writing to a file system that the kernel made
 * read-only after an error. A full disk counts as writable.
 *
 * @throws NodeJS.ErrnoException
 */
export function assertWritable(folder: string): void {
  const file = path.join(folder, `.hop-check-${randomUUID()}`);
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    rmSync(file);
  } catch (error) {
    if (!FULL_CODES.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** @param code of the file system's error */
export function notWritableError(dataDir: string, code: string): EnvError {
  return new EnvError([`DATA_DIR: ${dataDir} cannot be written (${code})${hintOf(code, dataDir)}.`]);
}

function hintOf(code: string, dataDir: string): string {
  if (code === "EROFS") return ": its file system is mounted read-only";
  const owner = code === "EACCES" ? ownerOf(dataDir) : undefined;
  const own = process.getuid?.();
  if (owner === undefined || owner === own) return "";
  return `: it belongs to user ${owner}, and Hop runs as user ${own}; run chown ${own}:${process.getgid?.()} on it`;
}

function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid;
  } catch {
    return undefined;
  }
}

/** Whether something is mounted on the folder or above it, apart from the root. True if unknown. */
export function isOnVolume(folder: string, mounts = readMounts()): boolean {
  return mounts === undefined || mounts.some((mount) => mount !== "/" && `${folder}/`.startsWith(`${mount}/`));
}

/** The mount points of this process: the fifth field of proc_pid_mountinfo(5), with octal escapes. */
function readMounts(): string[] | undefined {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
    return lines.map((line) => unescapeOctal(line.split(" ")[4] ?? ""));
  } catch {
    return undefined;
  }
}

function unescapeOctal(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
