import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its missing parents. Replaces `mkdirSync` with `recursive`, which never returns on a file
 * system that answers ENOENT to every mkdir, such as /proc.
 *
 * @param mode mode of the folders it creates
 * @throws NodeJS.ErrnoException
 */
export function makeFolder(folder: string, mode: number): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const error = tryToMake(at, mode);
    if (!error) break;
    if (error.code !== "ENOENT" || path.dirname(at) === at) throw error;
    missing.push(at);
  }
  for (const one of missing.reverse()) {
    const error = tryToMake(one, mode);
    if (error) throw error;
  }
}

/** @returns the error, or undefined if the folder exists now */
function tryToMake(folder: string, mode: number): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(folder, { mode });
    return undefined;
  } catch (error) {
    return isFolder(folder) ? undefined : (error as NodeJS.ErrnoException);
  }
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
