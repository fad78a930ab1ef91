import { appendFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";
import { processMark } from "@/lib/process";
import { holderOf, NAMESPACE, read } from "@/server/bootstrap/running.mjs";
import { StartError } from "@/server/processes/start-error";

/** Another Hop is using the data folder. */
export class DataDirInUse extends StartError {}

/** An empty file belongs to a process that is about to write it. */
const WRITING_MS = 100;
const ATTEMPTS = 5;
/** The holder touches the lock this often. */
const BEAT_MS = 1_000;
/** A lock that was not touched for this long has no holder. */
const LOST_AFTER_MS = 10_000;
/** How long a heartbeat of another container is waited for. */
const WATCH_MS = 3 * BEAT_MS;
const WATCH_POLL_MS = 50;

/**
 * Prevents a second Hop from starting on the same data folder. If its process was killed, one of several concurrent
 * starts takes the lock over. A holder in another container can't be found by its pid, but by its heartbeat.
 *
 * @returns a function that unlocks the folder
 * @throws DataDirInUse when a running process holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, "hop.pid");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (take(file)) return hold(file);
    const found = read(file) || (await sleep(WRITING_MS)) || read(file);
    const holder = holderOf(found)?.pid;
    if (holder) throw new DataDirInUse(`DATA_DIR: ${dataDir} is already in use by another Hop (process ${holder}).`);
    if (found && !isOfSystem(found) && (await isTouched(file)))
      throw new DataDirInUse(`DATA_DIR: ${dataDir} is already in use by another Hop, in another container.`);
    remove(file, found);
  }
  throw new StartError(`DATA_DIR: ${dataDir} is being locked by another Hop that is starting.`);
}

/** Touches the lock every second, unless another process has it. @returns a function that removes it, and never fails */
function hold(file: string): () => void {
  const own = firstLine();
  const timer = setInterval(() => {
    try {
      if (read(file).startsWith(own)) utimesSync(file, new Date(), new Date());
    } catch (error) {
      log.debug({ err: error }, "writing the heartbeat of the data folder failed");
    }
  }, BEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    try {
      rmSync(file, { force: true });
    } catch (error) {
      // The disk has become read-only. The next start finds that the lock's holder is gone.
      log.debug({ err: error }, "the lock of the data folder not removed");
    }
  };
}

/**
 * Whether a lock was written on this machine and in this PID namespace (pid_namespaces(7)), whose processes can be
 * found. True if unknown.
 */
function isOfSystem(content: string): boolean {
  const [first = "", namespace = ""] = content.split("\n");
  const [boot] = (processMark(process.pid) ?? "").split("/");
  const own = pidNamespace();
  if (own === "" || !boot || !NAMESPACE.test(namespace)) return true;
  return namespace === own && first.split(" ")[1]?.startsWith(`${boot}/`) === true;
}

/** Such as pid:[4026531836]; empty without procfs. */
function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Whether a process holds the lock, as shown by its heartbeat. */
async function isTouched(file: string): Promise<boolean> {
  const touchedAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const last = touchedAt();
  if (Math.abs(Date.now() - last) > LOST_AFTER_MS) return false;
  for (let waited = 0; waited < WATCH_MS; waited += WATCH_POLL_MS) {
    await sleep(WATCH_POLL_MS);
    if (touchedAt() > last) return true;
  }
  return false;
}

/** Adds a folder from which the holder of the lock runs as well. */
export function recordFolder(dataDir: string, folder: string): void {
  const file = path.join(dataDir, "hop.pid");
  if (!read(file).split("\n").slice(1).includes(folder)) appendFileSync(file, `${folder}\n`);
}

/** Removes the other folders, from which this process, the lock's holder, no longer runs. Must not fail. */
export function keepFolders(dataDir: string, folders: string[]): void {
  const file = path.join(dataDir, "hop.pid");
  const [holder = "", ...noted] = read(file).trim().split("\n");
  const kept = noted.filter((folder) => folders.includes(folder) || NAMESPACE.test(folder));
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
  return holderOf(read(path.join(dataDir, "hop.pid")))?.pid;
}

/**
 * Writes the process, its start time and the folder from which it runs, in which nothing is built until it exits
 * (running.mjs), and its PID namespace.
 */
function take(file: string): boolean {
  const namespace = pidNamespace();
  try {
    writeFileSync(file, namespace ? `${firstLine()}${namespace}\n` : firstLine(), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function firstLine(): string {
  return `${process.pid} ${processMark(process.pid) ?? ""} ${process.cwd()}\n`;
}

/**
 * Removes the lock of a dead process, unless another process has taken it since it was read.
 *
 * @throws NodeJS.ErrnoException
 */
function remove(file: string, content: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== content) renameSync(aside, file);
  } catch (error) {
    // ENOENT: another process has removed it.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  rmSync(aside, { force: true });
}
