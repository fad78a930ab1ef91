import { existsSync, linkSync, renameSync } from "node:fs";

/**
 * Gives a finished file its name.
 *
 * @returns false if there is a file of this name. It is left as it is, unless the file system has no hard links and
 *   another process makes it at the same moment
 */
export function moveIntoPlace(unfinished: string, file: string): boolean {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A file system without hard links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw error;
    if (existsSync(file)) return false;
    renameSync(unfinished, file);
  }
  return true;
}
