import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isProcessAlive } from "@/lib/process";
import { StartError } from "@/server/role";

/** A Hop runs on the data folder. */
export class DataDirInUse extends StartError {}

/**
 * Keeps a second Hop from starting on the same data folder.
 *
 * @returns a function that gives the folder free
 * @throws DataDirInUse when a living process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  const file = path.join(dataDir, "hop.pid");
  const holder = readHolder(file);
  if (holder !== undefined && holder !== process.pid && isProcessAlive(holder)) {
    throw new DataDirInUse(`DATA_DIR: ${dataDir} is used by a Hop that runs already (process ${holder}).`);
  }
  writeFileSync(file, `${process.pid}\n`);
  return () => rmSync(file, { force: true });
}

function readHolder(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}
