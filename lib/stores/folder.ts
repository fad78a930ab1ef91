import { once } from "node:events";
import { type BigIntStats, createWriteStream } from "node:fs";
import { access, constants, lstat, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { pump } from "@/lib/stores/pump";
import { isBackupName, type Store, StoreError } from "@/lib/stores/store";

const PARTIAL = ".partial";
/** Backups contain everything, including email addresses. */
const MODE = 0o600;

/** A store in a folder, which must exist: if its disk is not mounted, creating the folder would fill another disk. */
export function openFolder(folder: string): Store {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    address: folder,
    write: (name, produce, signal) => write(folder, { name, produce, signal }).catch(explainFor(folder)),
    read: (name, signal) => read(fileOf(name), signal).catch(explainFor(fileOf(name))),
    remove: (name) => remove(fileOf(name)).catch(explainFor(folder)),
    list: () => list(folder).catch(explainFor(folder)),
    check: () => check(folder).catch(explainFor(folder)),
  };
}

type Writing<T> = { name: string; produce: (target: Writable) => Promise<T>; signal: AbortSignal };

async function write<T>(folder: string, { name, produce, signal }: Writing<T>): Promise<T> {
  await assertFolder(folder);
  const file = path.join(folder, name);
  const partial = `${file}${PARTIAL}`;
  // Fails if the file exists, even as a symbolic link. The data reaches the disk before the file is renamed.
  const target = createWriteStream(partial, { flags: "wx", mode: MODE, flush: true, highWaterMark: 1024 * 1024 });
  await once(target, "open");
  try {
    const consume = finished(target).catch(explainFor(folder));
    const result = await pump(target, { produce, consume, signal });
    await rename(partial, file);
    await syncFolder(folder);
    return result;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function read(file: string, signal: AbortSignal): Promise<Readable> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  return handle.createReadStream({ signal });
}

/** Removes a file, but no links or folders, which are not ours. */
async function remove(file: string): Promise<void> {
  for (const one of [`${file}${PARTIAL}`, file]) {
    const found = await lstatOrUndefined(one);
    if (found?.isFile()) await rm(one);
  }
}

async function list(folder: string) {
  const names = (await readdir(folder)).filter(isBackupName).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, found: await lstatOrUndefined(path.join(folder, name)) })),
  );
  return files.flatMap(({ name, found }) => (found?.isFile() ? [{ name, bytes: Number(found.size) }] : []));
}

async function check(folder: string): Promise<void> {
  await assertFolder(folder);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

async function assertFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory()) throw new StoreError(`${folder} is not a folder`);
}

async function lstatOrUndefined(file: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(file, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Some file systems don't support fsync of folders, and some folders can be written but not read. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const REASONS: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a folder",
  EACCES: "cannot be written by this user",
  EPERM: "cannot be written by this user",
  EROFS: "is read-only",
  ENOSPC: "is on a full disk",
  EFBIG: "does not support files of this size",
  EXDEV: "spans several file systems, and files can't be renamed from one to another",
  EDQUOT: "is over its quota",
  ELOOP: "is a symbolic link",
  EIO: "has a failing disk",
  ESTALE: "is on a disk that is no longer available",
};

/** Explains file system errors; other errors come from the writer. */
function explainFor(what: string): (error: unknown) => never {
  return (error) => {
    const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
    const reason = REASONS[code];
    // ENOENT can also mean a missing Unix socket of the database.
    if (!reason || syscall === "connect") throw error;
    throw new StoreError(`${what} ${reason}`);
  };
}
