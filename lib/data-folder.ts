import { EnvError } from "@/lib/env";
import { makeFolder } from "@/lib/make-folder";

/**
 * Creates DATA_DIR or a folder in it.
 *
 * @throws EnvError if the file system refuses
 */
export function makeDataFolder(folder: string, mode: number): void {
  try {
    makeFolder(folder, mode);
  } catch (error) {
    throw new EnvError([`DATA_DIR: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`]);
  }
}
