import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { EnvError, env } from "@/lib/env";
import { isOnVolume } from "@/server/data-dir";
import { findDataDirHolder } from "@/server/data-dir-lock";
import { type Check, ok, problem, reasonOf, warning } from "@/server/doctor/check";
import { assertPortFree } from "@/server/prepare";

const MEGABYTE = 1024 * 1024;
/** Below this, the database and the spool soon stop storing. */
const MIN_FREE_MB = 100;

/** Checks the variables and the files that they name. */
export async function checkConfiguration(): Promise<Check[]> {
  const name = "configuration";
  const remedy = "correct the variable (docs/configuration.md)";
  try {
    env();
    await assertCountryDatabase();
    return [ok(name, "all variables are valid")];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.lines.map((line) => problem(name, line, remedy));
  }
}

/** Checks whether DATA_DIR can be used, and which process uses it. */
export function checkDataDir(): Check {
  const name = "data folder";
  const folder = path.resolve(env().DATA_DIR);
  const remedy = "set DATA_DIR to a folder that the user who runs Hop may write, or change its owner";
  try {
    const nearest = nearestFolder(folder);
    if (!statSync(nearest).isDirectory()) return problem(name, `${nearest} is not a folder`, remedy);
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    return problem(name, `${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`, remedy);
  }
  if (!existsSync(folder)) return ok(name, `${folder} will be created`);
  if (env().HOP_CONTAINER && !isOnVolume(folder)) {
    return problem(name, `${folder} would be lost with the container`, `mount a volume, such as "-v hop:${folder}"`);
  }
  const holder = findDataDirHolder(folder);
  return ok(name, `${folder} is writable${holder ? ` and used by a running Hop (process ${holder})` : ""}`);
}

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

/** Checks whether the port is used by a running Hop, or free for the next start. */
export async function checkPort(): Promise<Check> {
  const name = "port";
  const { HOST, PORT, DATA_DIR } = env();
  if (findDataDirHolder(path.resolve(DATA_DIR))) return ok(name, `a running Hop listens on port ${PORT}`);
  try {
    await assertPortFree(PORT, HOST);
    return ok(name, `port ${PORT} is free`);
  } catch (error) {
    return warning(name, reasonOf(error), "if another program uses the port, stop the other program or set PORT");
  }
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
function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : nearestFolder(path.dirname(folder));
}
