import { EnvError } from "@/lib/env";
import { makeFolder } from "@/lib/make-folder";

/**
 * Makes a folder of DATA_DIR, or that itself.
 *
 * @throws EnvError where the file system does not take it
 */
export function makeDataFolder(folder: string, mode: number): void {
  try {
    makeFolder(folder, mode);
  } catch (error) {
    throw new EnvError([`DATA_DIR: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`]);
  }
}
