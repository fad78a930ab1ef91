import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProcessAlive, processArguments, processesIn, processFolder } from "@/lib/process";
import { FULL_CODES } from "@/server/data-dir/data-dir";
import { StartError } from "@/server/processes/start-error";
import { type Identity, spawnAs } from "@/server/processes/unprivileged";

const STOP_TIMEOUT_MS = 8_000;
/** Processes that outlive their postmaster are told to quit, and killed after this time. */
const LINGER_MS = 1_000;
const GIVE_UP_MS = 10_000;
const PROGRAM = "postgres";
const POLL_MS = 20;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

export type Address = { host: string; port: number };

type ServerOptions = {
  cluster: string;
  logFile: string;
  address: Address;
  program: string;
  settings: Record<string, string>;
  identity: Identity;
};

/** Whether the postmaster is shutting down, according to its lock file. */
export function isShuttingDown(cluster: string): boolean {
  // The eighth line is the state (Postgres, src/include/utils/pidfile.h).
  return readLockFile(cluster).split("\n")[7]?.trim() === "stopping";
}

function readLockFile(cluster: string): string {
  try {
    return readFileSync(lockFile(cluster), "utf8");
  } catch {
    return "";
  }
}

function lockFile(cluster: string): string {
  return path.join(cluster, "postmaster.pid");
}

/** The postmaster running on the cluster, if any. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readLockFile(cluster), 10);
  // After a power cut, for example, a process of another user may have reused the pid.
  if (!(pid > 0) || !isProcessAlive(pid) || !sendSignal(pid, 0)) return undefined;
  return isPostmasterOf(cluster, pid) ? pid : undefined;
}

/** Otherwise the pid has been reused. Assumed without procfs. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (processFolder(process.pid) === undefined) return true;
  const folder = processFolder(pid);
  // Its working directory is its cluster. The system may not tell that of a process whose arguments it tells.
  return folder === undefined ? processArguments(pid).includes(cluster) : folder === realpathSync(cluster);
}

/**
 * Clears the remains of a killed postmaster. Postgres refuses to start while one of its processes is running, which may
 * still write, or while another process has the pid in its lock files, since pids repeat in containers.
 *
 * @throws StartError when they do not exit
 */
export async function clearRemains(cluster: string, address: Address): Promise<void> {
  // If the system does not list processes, Postgres relies on its lock files.
  if (processFolder(process.pid) === undefined || !existsSync(cluster)) return;
  const folder = realpathSync(cluster);
  const began = performance.now();
  for (let lingering = processesIn(folder, PROGRAM); lingering.length > 0; lingering = processesIn(folder, PROGRAM)) {
    const waited = performance.now() - began;
    if (waited > GIVE_UP_MS) {
      throw new StartError(
        `The embedded Postgres cannot start: processes of an earlier one are still running (${lingering.join(", ")}).`,
      );
    }
    for (const pid of lingering) sendSignal(pid, waited > LINGER_MS ? "SIGKILL" : "SIGQUIT");
    await sleep(POLL_MS);
  }
  const socketLockFile = path.join(address.host, `.s.PGSQL.${address.port}.lock`);
  for (const file of [lockFile(cluster), socketLockFile]) rmSync(file, { force: true });
}

/** Sends a signal, or 0 to only try; false if the process has exited, or belongs to another user. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** @returns the pid; 0 if it could not be started */
export function startServer({ cluster, logFile, address, program, settings, identity }: ServerOptions): number {
  const all: Record<string, string> = {
    port: String(address.port),
    listen_addresses: "",
    // A list, whose names may be quoted.
    unix_socket_directories: `"${address.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    jit: "off",
    // The application gets the error, and a batch of clicks as a statement is long.
    log_min_error_statement: "fatal",
    ...settings,
  };
  // It may be gigabytes from an earlier version, so it isn't copied.
  if (isLogLarge(logFile)) renameSync(logFile, `${logFile}.old`);
  const log = openSync(logFile, "a", 0o600);
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // In a separate session: Ctrl-C reaches the whole foreground group, but Postgres must stop last.
  const child = spawnAs(identity, program, ["-D", cluster, ...flags], {
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child.pid ?? 0;
}

function isLogLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
}

/** Moves what is in the log of a running server, which keeps it open, to another file when it is over 10 MB. */
export function keepLogSmall(file: string): void {
  if (!isLogLarge(file)) return;
  const old = `${file}.old`;
  try {
    copyFileSync(file, old);
  } catch (error) {
    if (!FULL_CODES.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // The log may be what has filled the disk.
    rmSync(old, { force: true });
  }
  truncateSync(file);
}

/** Refuses new connections, rolls back running transactions (SIGINT), and resolves when the process has exited. */
export async function stopServer(pid: number): Promise<void> {
  if (pid === 0 || !isProcessAlive(pid)) return;
  sendSignal(pid, "SIGINT");
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (isProcessAlive(pid)) {
    if (performance.now() > deadline) {
      sendSignal(pid, "SIGQUIT");
      return;
    }
    await sleep(POLL_MS);
  }
}
