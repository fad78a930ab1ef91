import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { assertCountryDatabase, countriesBuiltAt } from "@/lib/clicks/country";
import { spoolFolder } from "@/lib/clicks/spool";
import { DAY_MS } from "@/lib/days";
import { EnvError, env } from "@/lib/env";
import { assertWritable, isOnVolume } from "@/server/data-dir/data-dir";
import { type Disk, diskState, lacksFiles, readDisk } from "@/server/data-dir/disk";
import { findDataDirHolder } from "@/server/data-dir/lock";
import { type Check, ok, problem, reasonOf, warning } from "@/server/doctor/check";
import { assertPortFree } from "@/server/prepare";
import { openFilesProblem } from "@/server/processes/open-files";

const MEGABYTE = 1024 * 1024;
const OLD_COUNTRIES_MS = 365 * DAY_MS;

/** Checks the variables and the files that they name. */
export async function checkConfiguration(): Promise<Check[]> {
  const name = "configuration";
  const remedy = "correct the variable (docs/configuration.md)";
  try {
    env();
    await assertCountryDatabase();
    return [ok(name, "all variables are valid")];
  } catch (error) {
    return configurationProblems(error, remedy);
  }
}

/** A problem for each line of an EnvError. @throws any other error */
export function configurationProblems(error: unknown, remedy: string): Check[] {
  if (!(error instanceof EnvError)) throw error;
  return error.lines.map((line) => problem("configuration", line, remedy));
}

/** Checks whether DATA_DIR can be used, and which process uses it. */
export function checkDataDir(): Check {
  const name = "data folder";
  const folder = path.resolve(env().DATA_DIR);
  const remedy = "set DATA_DIR to a folder that the user who runs Hop may write, or change its owner";
  try {
    const nearest = nearestFolder(folder);
    if (!statSync(nearest).isDirectory()) return problem(name, `${nearest} is not a folder`, remedy);
    assertWritable(nearest);
  } catch (error) {
    return problem(name, `${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`, remedy);
  }
  if (!existsSync(folder)) return ok(name, `${folder} will be created`);
  const spool = spoolFolder(folder);
  try {
    if (existsSync(spool)) accessSync(spool, constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `clicks are lost: ${spool} cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return problem(name, message, "make the user who runs Hop its owner, with all that is in it");
  }
  if (env().HOP_CONTAINER && !isOnVolume(folder)) {
    return problem(name, `${folder} would be lost with the container`, `mount a volume, such as "-v hop:${folder}"`);
  }
  const holder = findDataDirHolder(folder);
  return ok(name, `${folder} is writable${holder ? ` and used by a running Hop (process ${holder})` : ""}`);
}

/** Checks the disk of DATA_DIR, or of its nearest existing parent. @param disk for tests */
export async function checkDisk(disk?: Disk): Promise<Check> {
  const name = "disk space";
  const { DATA_DIR, SPOOL_MAX_MB } = env();
  const found = disk ?? (await readDisk(nearestFolder(path.resolve(DATA_DIR))));
  const message = `${Math.floor(found.free / MEGABYTE).toLocaleString("en-US")} MB are free in DATA_DIR`;
  const remedy = "free or add disk space, or move DATA_DIR";
  const state = diskState(found);
  if (state === "ok") return ok(name, message);
  if (state === "low") {
    const less = `${message}, and clicks may take SPOOL_MAX_MB=${SPOOL_MAX_MB}`;
    return warning(name, less, `${remedy}, or lower SPOOL_MAX_MB`);
  }
  if (!lacksFiles(found)) return problem(name, message, remedy);
  const files = `DATA_DIR's file system has room for ${found.freeFiles.toLocaleString("en-US")} more files (inodes)`;
  return problem(name, files, "delete unneeded files there, or move DATA_DIR");
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

/** Checks the limit of open files of the running Hop or, if none runs, of this process. No check if it suffices. */
export function checkOpenFiles(): Check[] {
  const found = openFilesProblem(findDataDirHolder(path.resolve(env().DATA_DIR)) ?? undefined);
  return found ? [warning("open files", found.what, found.remedy)] : [];
}

/** Checks the age of the country database, which Hop never updates by itself. */
export async function checkCountries(): Promise<Check> {
  const name = "country database";
  try {
    const built = await countriesBuiltAt();
    const message = `built on ${built.toISOString().slice(0, 10)}`;
    if (Date.now() - built.getTime() < OLD_COUNTRIES_MS) return ok(name, message);
    const effect = "networks that have moved since then are counted in their former country";
    return warning(name, `${message}; ${effect}`, "set GEOIP_FILE to a newer one (docs/configuration.md)");
  } catch (error) {
    return problem(name, `can't be read (${reasonOf(error)})`, "install Hop again, or set GEOIP_FILE");
  }
}

/** The folder, or its nearest existing parent. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : nearestFolder(path.dirname(folder));
}
