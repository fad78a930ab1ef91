import { lstatSync } from "node:fs";
import { makeDataFolder } from "@/lib/data-folder";
import { StartError } from "@/server/role";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes a folder for sockets that nobody else may enter. One that is there must be such a folder:
 * in the system's folder for temporary files anybody could have made it before, and put a server of
 * their own where ours is looked for.
 *
 * @param owners who may own it, besides the user who runs this process
 * @throws StartError
 */
export function makePrivateFolder(folder: string, owners: number[] = []): void {
  makeDataFolder(folder, 0o700);
  const own = process.getuid?.();
  // Windows has neither owners nor modes of this kind.
  if (own === undefined) return;
  const found = lstatSync(folder);
  const isOurs = [own, ...owners].includes(found.uid) && (found.mode & WRITABLE_BY_OTHERS) === 0;
  if (!isOurs || !found.isDirectory()) {
    throw new StartError(`${folder} was made by somebody else: remove it, or set DATA_DIR to a shorter path.`);
  }
}
