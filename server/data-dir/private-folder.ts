import { lstatSync } from "node:fs";
import path from "node:path";
import { makeDataFolder } from "@/lib/data-folder";
import { env } from "@/lib/env";
import { StartError } from "@/server/processes/start-error";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Creates a folder for sockets that nobody else may enter, in one that its owner, who may be another user, may pass. An
 * existing one must be just as private: in the system's temporary folder, anyone could have created it first, with their
 * own server in place of ours.
 *
 * @param owners who may own it, besides the user running this process
 * @throws StartError
 */
export function makePrivateFolder(folder: string, owners: number[] = []): void {
  makeDataFolder(path.dirname(folder), 0o711);
  makeDataFolder(folder, 0o700);
  const found = lstatSync(folder);
  const isOurs = [process.getuid?.(), ...owners].includes(found.uid) && (found.mode & WRITABLE_BY_OTHERS) === 0;
  if (!isOurs || !found.isDirectory()) {
    const own = process.getuid?.();
    const isInDataDir = path.resolve(folder).startsWith(`${path.resolve(env().DATA_DIR)}${path.sep}`);
    if (isInDataDir && found.uid === own) throw new StartError(`${folder} is writable by others: run chmod 700 on it.`);
    const remedy = isInDataDir
      ? `remove it, or run Hop as user ${found.uid} instead of ${own}, if it ran as that user before`
      : "remove it, or set DATA_DIR to a shorter path";
    throw new StartError(`${folder} was created by another user: ${remedy}.`);
  }
}
