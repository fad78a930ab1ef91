import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { EnvError, env } from "@/lib/env";
import { isOnVolume } from "@/server/data-dir";
import { findDataDirHolder } from "@/server/data-dir-lock";
import { type Check, ok, problem, reasonOf, warning } from "@/server/doctor/check";
import { nearestFolder } from "@/server/doctor/disk";
import { assertPortFree } from "@/server/prepare";

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
