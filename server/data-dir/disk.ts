import { statfs } from "node:fs/promises";
import { env } from "@/lib/env";

const MEGABYTE = 1024 * 1024;
const LOW_SHARE = 0.1;
/** Below these, the database and the spool soon stop storing: each segment of the spool is a file. */
const MIN_FREE_BYTES = 100 * MEGABYTE;
const MIN_FREE_FILES = 1_000;

/** Bytes, and how many files can still be created; infinite on file systems without a limit. */
export type Disk = { free: number; size: number; freeFiles: number };

export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const freeFiles = files === 0 ? Number.POSITIVE_INFINITY : ffree;
  return { free: bavail * bsize, size: blocks * bsize, freeFiles };
}

/** Whether the disk has too little room for files, rather than for bytes. */
export function lacksFiles({ freeFiles }: Disk): boolean {
  return freeFiles < MIN_FREE_FILES;
}

/** Low is less than a tenth, unless that is enough for the largest spool. */
export function diskState(disk: Disk): "ok" | "low" | "severe" {
  if (disk.free < MIN_FREE_BYTES || lacksFiles(disk)) return "severe";
  return disk.free < Math.min(disk.size * LOW_SHARE, env().SPOOL_MAX_MB * MEGABYTE) ? "low" : "ok";
}
