import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProcessAlive, processesIn, processFolder } from "@/lib/process";
import { EmbeddedPostgresError } from "@/server/postgres-cluster";
import { type Identity, spawnAs } from "@/server/unprivileged";

const STOP_TIMEOUT_MS = 8_000;
/** Processes that outlive their postmaster are told to end, and are killed after this. */
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

/** Whether the lock file says that the postmaster shuts down. */
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

/** The postmaster that runs on the cluster, if one does. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readLockFile(cluster), 10);
  if (!(pid > 0) || !isProcessAlive(pid)) return undefined;
  // A postmaster works in its cluster; elsewhere it is somebody else who got the number.
  const folder = processFolder(pid);
  return folder === undefined || folder === realpathSync(cluster) ? pid : undefined;
}

/**
 * Clears what a postmaster left that was killed: Postgres refuses to start while one of its processes
 * lives, since that may still write, or while another process has the number in its lock file.
 *
 * @throws EmbeddedPostgresError when they do not end
 */
export async function clearRemains(cluster: string): Promise<void> {
  // Where the system does not list processes, Postgres finds out by itself, from its lock file.
  if (processFolder(process.pid) === undefined || !existsSync(cluster)) return;
  const folder = realpathSync(cluster);
  const began = Date.now();
  for (let lingering = processesIn(folder, PROGRAM); lingering.length > 0; lingering = processesIn(folder, PROGRAM)) {
    const waited = Date.now() - began;
    if (waited > GIVE_UP_MS) {
      throw new EmbeddedPostgresError(
        `The embedded Postgres cannot start: processes of an earlier one do not end (${lingering.join(", ")}).`,
      );
    }
    for (const pid of lingering) sendSignal(pid, waited > LINGER_MS ? "SIGKILL" : "SIGQUIT");
    await sleep(POLL_MS);
  }
  rmSync(lockFile(cluster), { force: true });
}

/** To a process that may have just ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has.
  }
}

/** @returns the number of the process, 0 where it could not be started */
export function startServer({ cluster, logFile, address, program, settings, identity }: ServerOptions): number {
  const onSocket = process.platform !== "win32";
  const all: Record<string, string> = {
    port: String(address.port),
    listen_addresses: onSocket ? "" : address.host,
    ...(onSocket && { unix_socket_directories: address.host, unix_socket_permissions: "0700" }),
    jit: "off",
    ...settings,
  };
  keepLogSmall(logFile);
  const log = openSync(logFile, "a", 0o600);
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A session of its own: Ctrl-C reaches the whole foreground group, and Postgres must stop last.
  const child = spawnAs(identity, program, ["-D", cluster, ...flags], {
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child.pid ?? 0;
}

function keepLogSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.old`);
}

/** Lets nobody in, rolls back what runs (SIGINT), and resolves when the process has ended. */
export async function stopServer(pid: number): Promise<void> {
  if (pid === 0 || !isProcessAlive(pid)) return;
  sendSignal(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isProcessAlive(pid)) {
    if (Date.now() > deadline) {
      sendSignal(pid, "SIGQUIT");
      return;
    }
    await sleep(POLL_MS);
  }
}
