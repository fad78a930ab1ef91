import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";

/** A place for backups, which are files with names. A file becomes visible only when it is complete. */
export type Store = {
  /** The address as operators write it, which contains no secrets. */
  address: string;
  /**
   * Writes a new file.
   *
   * @param produce writes to the stream, and need not end it
   * @throws StoreError, or the error of `produce`; the file is removed unless the store fails again, see `remove`
   */
  write: <T>(name: string, produce: (target: Writable) => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** @throws StoreError if there is no such file */
  read: (name: string, signal: AbortSignal) => Promise<Readable>;
  /** Removes a file, including remains of an interrupted write. Does nothing if there is none. */
  remove: (name: string) => Promise<void>;
  /** Backup files, recognised by name, oldest first. */
  list: () => Promise<StoredFile[]>;
  /** Checks whether backups can be written, without leaving anything behind. @throws StoreError */
  check: () => Promise<void>;
};

export type StoredFile = { name: string; bytes: number };

/** One sentence for operators, without secrets. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

const NAME = /^hop-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-f]{8}\.backup$/;

const RANDOM_BYTES = 4;

/** The name of a backup that begins now. */
export function newBackupName(): string {
  const at = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return `hop-${at}Z-${randomBytes(RANDOM_BYTES).toString("hex")}.backup`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}
