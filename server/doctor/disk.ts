import { existsSync, statfsSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { type Check, ok, problem, warning } from "@/server/doctor/check";

const MEGABYTE = 1024 * 1024;
/** Below this, the database and the spool soon stop storing. */
const MIN_FREE_MB = 100;
/** Each segment of the spool is a file, and Postgres creates some all the time. */
const MIN_FREE_INODES = 1_000;

/** @param free bytes, for tests */
export function checkDisk(
  free = freeBytes(path.resolve(env().DATA_DIR)),
  freeInodes = inodesLeft(path.resolve(env().DATA_DIR)),
): Check {
  const name = "disk space";
  const { SPOOL_MAX_MB } = env();
  const megabytes = Math.floor(free / MEGABYTE);
  const message = `${megabytes.toLocaleString("en-US")} MB are free in DATA_DIR`;
  const remedy = "free or add disk space, or move DATA_DIR";
  if (megabytes < MIN_FREE_MB) return problem(name, message, remedy);
  if (freeInodes < MIN_FREE_INODES) {
    const inodes = `DATA_DIR's file system has room for ${freeInodes.toLocaleString("en-US")} more files (inodes)`;
    return problem(name, inodes, "delete files there that nobody needs, or move DATA_DIR");
  }
  if (megabytes < SPOOL_MAX_MB) {
    return warning(
      name,
      `${message}, and clicks may take SPOOL_MAX_MB=${SPOOL_MAX_MB}`,
      `${remedy}, or lower SPOOL_MAX_MB`,
    );
  }
  return ok(name, message);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(nearestFolder(folder));
  return bavail * bsize;
}

/** How many files can still be created; some file systems have no limit, and report none. */
function inodesLeft(folder: string): number {
  const { files, ffree } = statfsSync(nearestFolder(folder));
  return files === 0 ? Number.POSITIVE_INFINITY : ffree;
}

/** The folder, or its nearest existing parent. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : nearestFolder(path.dirname(folder));
}
