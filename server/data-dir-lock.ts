import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { processMark } from "@/lib/process";
import { isRunning } from "@/server/bootstrap/running.mjs";
import { StartError } from "@/server/role";

/** Another Hop is using the data folder. */
export class DataDirInUse extends StartError {}

/** An empty file belongs to a process that is about to write it. */
const WRITING_MS = 100;
const ATTEMPTS = 5;

/**
 * Prevents a second Hop from starting on the same data folder. If its process was killed, one of several concurrent
 * starts takes the lock over.
 *
 * @returns a function that unlocks the folder
 * @throws DataDirInUse when a running process holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, "hop.pid");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (take(file)) return () => rmSync(file, { force: true });
    const found = read(file) || (await sleep(WRITING_MS)) || read(file);
    const holder = holderOf(found);
    if (holder) throw new DataDirInUse(`DATA_DIR: ${dataDir} is already in use by another Hop (process ${holder}).`);
    remove(file, found);
  }
  throw new StartError(`DATA_DIR: ${dataDir} is being locked by another Hop that is starting.`);
}

/** Adds a folder from which the holder of the lock runs as well. */
export function noteFolder(dataDir: string, folder: string): void {
  const file = path.join(dataDir, "hop.pid");
  if (!read(file).split("\n").slice(1).includes(folder)) appendFileSync(file, `${folder}\n`);
}

/** Removes the other folders, from which this process, the lock's holder, no longer runs. Must not fail. */
export function keepFolders(dataDir: string, folders: string[]): void {
  const file = path.join(dataDir, "hop.pid");
  const [holder = "", ...noted] = read(file).trim().split("\n");
  const kept = noted.filter((folder) => folders.includes(folder));
  if (kept.length === noted.length || Number.parseInt(holder, 10) !== process.pid) return;
  try {
    writeFileSync(`${file}.next`, [holder, ...kept, ""].join("\n"));
    renameSync(`${file}.next`, file);
  } catch (error) {
    // The disk is full. The only effect is that the folders still count as in use.
    log.debug({ err: error }, "folders of earlier builds not cleared");
  }
}

/** The process of the Hop that uses a data folder, if one does. */
export function findDataDirHolder(dataDir: string): number | undefined {
  return holderOf(read(path.join(dataDir, "hop.pid")));
}

/**
 * Writes the process, its start time and the folder from which it runs, in which nothing is built until it exits
 * (running.mjs).
 */
function take(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${processMark(process.pid) ?? ""} ${process.cwd()}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The process that holds a lock with this content, if it is running. */
function holderOf(content: string): number | undefined {
  const [pid, mark] = content.trim().split(/\s/);
  return Number(pid) > 0 && isRunning(Number(pid), mark) ? Number(pid) : undefined;
}

/** Removes the lock of a dead process, unless another process has taken it since it was read. */
function remove(file: string, content: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== content) renameSync(aside, file);
  } catch {
    // Another process has removed it.
  }
  rmSync(aside, { force: true });
}
