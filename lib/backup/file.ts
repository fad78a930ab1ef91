import { createReadStream, createWriteStream, existsSync, rmSync } from "node:fs";
import path from "node:path";
import { BackupError } from "@/lib/backup/error";
import type { BackupSummary } from "@/lib/backup/manifest";
import { readBackup } from "@/lib/backup/read";
import { unlessStalled, type Watched } from "@/lib/backup/stall";
import { type WriteOptions, writeBackup } from "@/lib/backup/write";
import { moveIntoPlace } from "@/lib/move-into-place";
import { syncFolder } from "@/lib/stores/folder";

/** Messages for file system errors. */
const REASONS: Record<string, string> = {
  ENOSPC: "there is no space left on its disk",
  EDQUOT: "its disk quota is exceeded",
  EFBIG: "its file system does not support files of this size",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its file system is mounted read-only",
  EEXIST: "it already exists",
  EXDEV: "its folder spans several file systems, and files can't be renamed from one to another",
};

/**
 * Writes a backup to a file that only its owner may read, reads all of it back, and only then gives it its name. A
 * failure leaves nothing behind; a kill leaves FILE.partial, which the next attempt replaces.
 *
 * @throws BackupError in one sentence, including when the file exists; or the error of the database
 */
export async function writeBackupFile(file: string, options: WriteOptions): Promise<BackupSummary> {
  if (existsSync(file)) throw new BackupError(`${file} already exists: choose another name.`);
  const partial = `${file}.partial`;
  const remove = () => rmSync(partial, { force: true });
  try {
    remove();
    return await unlessStalled(options.signal, (watched) => writeAndVerify(file, partial, { ...options, ...watched }));
  } catch (error) {
    throw fileProblem(error, file) ?? error;
  } finally {
    remove();
  }
}

async function writeAndVerify(file: string, partial: string, options: WriteOptions & Watched): Promise<BackupSummary> {
  const { passphrase, signal, onBytes } = options;
  const remove = () => rmSync(partial, { force: true });
  // The caller that stops the process may not wait for the streams to end.
  signal.addEventListener("abort", remove, { once: true });
  try {
    const written = await writeBackup(createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }), options);
    const read = await readBackup(createReadStream(partial), { passphrase, signal, onBytes });
    if (read.sha256 !== written.sha256) throw new BackupError(`${file} was not written correctly: check its disk.`);
    signal.throwIfAborted();
    if (!moveIntoPlace(partial, file)) throw new BackupError(`${file} cannot be used: ${REASONS.EEXIST}.`);
    await syncFolder(path.dirname(file));
    return written;
  } finally {
    signal.removeEventListener("abort", remove);
  }
}

/** @returns undefined if it is not an error of the file system */
export function fileProblem(error: unknown, file: string): BackupError | undefined {
  const missing = existsSync(path.dirname(file)) ? "it does not exist" : "its folder does not exist";
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || syscall === undefined || syscall === "connect") return undefined;
  return new BackupError(`${file} cannot be used: ${code === "ENOENT" ? missing : (REASONS[code] ?? code)}.`);
}
