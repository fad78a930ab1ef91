import { isIPv6 } from "node:net";
import path from "node:path";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { EnvError, env } from "@/lib/env";
import { log } from "@/lib/log";
import type { PostgresServer } from "@/lib/postgres-release";
import { authSecret } from "@/lib/secret";
import { findBindError } from "@/server/bootstrap/running.mjs";
import { FULL_CODES, notWritableError, prepareDataDir } from "@/server/data-dir/data-dir";
import { DataDirInUse, lockDataDir } from "@/server/data-dir/lock";
import { awaitEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/postgres/embedded";
import { keepPostgresRunning } from "@/server/postgres/keeper";
import { type PreparedDatabase, prepareDatabase } from "@/server/postgres/prepare-database";
import { warnOfOpenFiles } from "@/server/processes/open-files";
import { logLifecycle } from "@/server/processes/process-output";
import { untilShutdown } from "@/server/processes/shutdown";
import { StartError } from "@/server/processes/start-error";

export type Prepared = {
  /** Variables passed to the roles. */
  variables: Record<string, string>;
  postgres: PostgresServer;
  /** Stops what was started here: the embedded Postgres, if any. */
  stop: () => Promise<void>;
};

/**
 * Prepares the roles' requirements: a free port, and the database. If anything fails, nothing stays running. During
 * shutdown, it does not wait for a database.
 *
 * @throws StartError with one line
 * @throws EnvError when DATA_DIR cannot be written
 */
export async function prepare(shutdown: AbortSignal): Promise<Prepared> {
  const { HOST, PORT } = env();
  await assertPortFree(PORT, HOST);
  warnOfOpenFiles();
  prepareDataDir();
  const AUTH_SECRET = await onDataDir(async () => authSecret());
  await assertCountryDatabase();
  const { databaseUrl, dataDir, postgres, stop } = await openDatabase(shutdown);
  const isEmbedded = postgres.isEmbedded && { HOP_EMBEDDED_POSTGRES: "yes" };
  return { variables: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SECRET, ...isEmbedded }, postgres, stop };
}

export type OpenDatabase = {
  databaseUrl: string;
  dataDir: string;
  postgres: PostgresServer;
  /** The names of the migrations applied. */
  applied: string[];
  /** Stops the embedded Postgres, if it was started, and unlocks the data folder. */
  stop: () => Promise<void>;
};

/**
 * Locks the data folder, starts the embedded Postgres if DATABASE_URL is unset, and prepares the database: migrations
 * and the first administrator. If anything fails, nothing stays running.
 *
 * @throws StartError with one line, including when another Hop uses the data folder
 */
export async function openDatabase(shutdown?: AbortSignal): Promise<OpenDatabase> {
  const { ADMIN_EMAIL, BASE_URL } = env();
  const { databaseUrl, dataDir, isEmbedded, undo, stop } = await openServer(shutdown);
  let prepared: PreparedDatabase | undefined;
  try {
    prepared = await untilShutdown(shutdown, () =>
      prepareDatabase(databaseUrl, {
        adminEmail: ADMIN_EMAIL,
        baseUrl: BASE_URL,
        dataDir,
        hasOwnSessions: isEmbedded,
        acceptsReadOnly: true,
      }),
    );
  } catch (error) {
    await undo().catch((failure: unknown) =>
      log.warn({ err: failure }, "failed to undo changes; the previous version can't start"),
    );
    await stop();
    throw error;
  }
  const { version = "", applied = [] } = prepared ?? {};
  logLifecycle({ postgres: version, isEmbedded, applied }, "database prepared");
  return { databaseUrl, dataDir, postgres: { version, isEmbedded }, applied, stop };
}

/**
 * The first half of openDatabase: locks the data folder and starts the embedded Postgres if DATABASE_URL is unset.
 *
 * @param options.mayReplace creates the embedded database even if there has been one, for a restore
 * @throws StartError with one line, including when another Hop uses the data folder
 */
export async function openServer(shutdown?: AbortSignal, { mayReplace = false } = {}) {
  const { DATABASE_URL } = env();
  const dataDir = prepareDataDir();
  const unlock = await onDataDir(() => lockDataDir(dataDir));
  const start = (shutdown?: AbortSignal, mayReplace?: boolean) =>
    onDataDir(() => startEmbeddedPostgres(dataDir, {}, { shutdown, mayReplace }));
  let postgres: EmbeddedPostgres | undefined;
  try {
    if (!DATABASE_URL) postgres = await start(shutdown, mayReplace);
  } catch (error) {
    unlock();
    throw error;
  }
  const kept = postgres && keepPostgresRunning(postgres, (stopping) => start(stopping));
  const stop = async () => {
    await kept?.stop();
    unlock();
  };
  const undo = postgres?.undo ?? (async () => undefined);
  return { databaseUrl: DATABASE_URL ?? postgres?.url ?? "", dataDir, isEmbedded: kept !== undefined, undo, stop };
}

/**
 * The database for a command that can run alongside Hop: the one in DATABASE_URL, the embedded one of the running Hop or,
 * if Hop is not running, what `open` opens.
 *
 * @throws StartError with one line
 */
export async function reachDatabase(
  shutdown?: AbortSignal,
  open: (shutdown?: AbortSignal) => Promise<Pick<OpenDatabase, "databaseUrl" | "stop">> = openDatabase,
): Promise<Pick<OpenDatabase, "databaseUrl" | "stop">> {
  const { DATABASE_URL, DATA_DIR } = env();
  const stop = async () => undefined;
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, stop };
  try {
    return await open(shutdown);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    // The running Hop is responsible for starting it.
    return { databaseUrl: await awaitEmbeddedPostgres(path.resolve(DATA_DIR)), stop };
  }
}

/**
 * Error codes for a HOST that is not yet an address of this machine, but can become one through keepalived, DHCP or
 * DNS.
 */
const ABSENT_HOST_CODES = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_NODATA"];
/** Error codes for a HOST that cannot become one. */
const WRONG_HOST_CODES = ["EINVAL", "EAFNOSUPPORT"];
const PORT_REASONS: Record<string, string> = {
  EADDRINUSE: "is already in use: set PORT to another",
  EACCES:
    "is reserved for root (EACCES): set PORT to one above 1023 and put a proxy in front, or give the service CAP_NET_BIND_SERVICE",
};

/**
 * @throws EnvError if HOST can't be an address of this machine
 * @throws StartError if the port can't be used, or HOST can't be used yet
 */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const code = await findBindError(port, host);
  if (code === undefined) return;
  const wrongHost = `HOST: must be an address of this machine; ${host} is not (${code}).`;
  const isMalformed = /[:[\]]/.test(host) && !isIPv6(host);
  if (WRONG_HOST_CODES.includes(code) || isMalformed) throw new EnvError([wrongHost]);
  if (ABSENT_HOST_CODES.includes(code)) throw new StartError(wrongHost);
  throw new StartError(`Port ${port} ${PORT_REASONS[code] ?? `cannot be used (${code})`}.`);
}

const FULL = "is on a full disk, or over its quota: free some space, but leave postgres and spool as they are";

/** Reports file system errors, such as a full disk, in one line, since the operator can fix them. */
async function onDataDir<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = "", path: file } = error as NodeJS.ErrnoException;
    const dataDir = path.resolve(env().DATA_DIR);
    // A failed write doesn't name its file.
    if (FULL_CODES.includes(code)) throw new StartError(`DATA_DIR: ${dataDir} ${FULL} (${code}).`);
    if (code === "EROFS") throw notWritableError(dataDir, code);
    if (code === "" || file === undefined) throw error;
    throw new StartError(`DATA_DIR: ${file} cannot be used (${code}).`);
  }
}
