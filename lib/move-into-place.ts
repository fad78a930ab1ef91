import { linkSync, renameSync } from "node:fs";

/** Gives a finished file its name. @returns false if there is a file of this name, which is never replaced */
export function moveIntoPlace(unfinished: string, file: string): boolean {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A file system without hard links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw error;
    renameSync(unfinished, file);
  }
  return true;
}
