import { readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type ImportedSpool, importSpool } from "@/lib/clicks/import-spool";
import { sortSegments, writerOf } from "@/lib/clicks/segments";
import { OPEN_SEGMENT, spoolFolder } from "@/lib/clicks/spool";
import { env } from "@/lib/env";
import { plural } from "@/lib/format";
import { isProcessAlive } from "@/lib/process";
import { type Command, EXIT_FAILED, exclusively, onDatabase, type Say } from "@/server/command";
import { findDataDirHolder } from "@/server/data-dir/lock";
import { reachDatabase } from "@/server/prepare";
import { readRoleState, WATCHED_ROLES } from "@/server/processes/heartbeat";
import { StartError } from "@/server/processes/start-error";

/** `hop spool import FOLDER`: stores the clicks of a machine that is gone. Hop can keep running. */
export const importSpoolFolder: Command = async ({ positionals }, say) => {
  const folder = findSpool(path.resolve(positionals[0] ?? ""));
  const imported = await onDatabase(reachDatabase, (pool) =>
    exclusively(pool, "import of a spool", () => importSpool(pool, folder)),
  );
  report(imported, say);
  if (imported.unfinished.length > 0) process.exitCode = EXIT_FAILED;
  return imported;
};

function report({ segments, stored, alreadyStored, rejected, unfinished, ignored }: ImportedSpool, say: Say): void {
  say(`${plural(stored, "click")} stored from ${plural(segments, "file")}; ${alreadyStored} were stored before.`);
  if (rejected > 0) say(`${plural(rejected, "click")} rejected: see the table rejected_clicks for the reasons.`);
  if (ignored.length > 0) say(`Ignored files that don't belong to a spool: ${ignored.slice(0, 5).join(", ")}.`);
  for (const { segment, reason } of unfinished) say(`${segment} is unfinished: ${reason}. Run the import again.`);
}

/**
 * Finds the spool: the given folder itself, if it is one.
 *
 * @throws StartError unless it is a spool that no running Hop writes or reads
 */
function findSpool(given: string): string {
  let folder: string;
  try {
    folder = realpathSync(given);
    if (!statSync(folder).isDirectory()) throw new StartError(`FOLDER: ${given} is not a folder.`);
    if (sortSegments(folder).segments.length === 0) throw new StartError(`FOLDER: ${noSpool(given, folder)}`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`FOLDER: ${given} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const user = userOf(folder);
  if (user) throw new StartError(`FOLDER: ${given} is in use by ${user}, which stores its clicks. Import a copy.`);
  return folder;
}

function noSpool(given: string, folder: string): string {
  const inside = path.join(folder, "spool");
  const hasInside = statSync(inside, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const advice = hasInside ? ` Did you mean ${path.join(given, "spool")}?` : "";
  return `${given} contains no clicks: it has no spool files (*.open or *.closed).${advice}`;
}

/**
 * The user of a spool; undefined if there is none. Storing it twice at once would be safe, so this only prevents
 * surprises.
 */
function userOf(folder: string): string | undefined {
  const dataDir = path.dirname(folder);
  if (folder === realOf(spoolFolder(env().DATA_DIR))) return "this installation";
  const pid = findDataDirHolder(dataDir) ?? writersOf(folder).find((writer) => hasOpen(writer, folder));
  if (pid !== undefined) return `a running Hop (process ${pid})`;
  // A process in a container has different process ids.
  const isBeating = WATCHED_ROLES.some((role) => readRoleState(dataDir, role) === "up");
  return isBeating ? "a running Hop" : undefined;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}

function writersOf(folder: string): number[] {
  const open = sortSegments(folder).segments.filter((name) => name.endsWith(OPEN_SEGMENT));
  return open.map(writerOf).filter(isProcessAlive);
}

/** Whether a process has files of a folder open. The pid alone is not enough, as it may be from another machine. */
function hasOpen(pid: number, folder: string): boolean {
  const links = `/proc/${pid}/fd`;
  try {
    return readdirSync(links).some((link) => isInside(path.join(links, link), folder));
  } catch {
    // No procfs, or a process of another user.
    return true;
  }
}

function isInside(link: string, folder: string): boolean {
  try {
    return path.dirname(readlinkSync(link)) === folder;
  } catch {
    return false;
  }
}
