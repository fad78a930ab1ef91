import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { authSecret } from "@/lib/auth/secret";
import { assertCountryDatabase } from "@/lib/clicks/country";
import { EnvError, env } from "@/lib/env";
import { makeFolder } from "@/lib/make-folder";
import type { PostgresServer } from "@/lib/postgres-release";
import { DataDirInUse, lockDataDir } from "@/server/data-dir-lock";
import { awaitEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { untilEnd } from "@/server/ending";
import { EmbeddedPostgresError } from "@/server/postgres-cluster";
import { keepPostgresRunning } from "@/server/postgres-keeper";
import { prepareDatabase } from "@/server/prepare-database";
import { StartError } from "@/server/role";

export type Prepared = {
  /** For the roles. */
  variables: Record<string, string>;
  postgres: PostgresServer;
  /** Undoes what was started here: the embedded Postgres, when it was. */
  stop: () => Promise<void>;
};

/**
 * What has to stand before the roles start: a free port, and the database. Whatever fails, nothing
 * stays running. Told to end, it waits for no database.
 *
 * @throws StartError with one line
 */
export async function prepare(ending: AbortSignal): Promise<Prepared> {
  const { HOST, PORT } = env();
  await assertPortFree(PORT, HOST);
  prepareDataDir(path.resolve(env().DATA_DIR));
  const AUTH_SECRET = await onDataDir(async () => authSecret());
  await assertCountryDatabase();
  const { databaseUrl, dataDir, postgres, stop } = await openDatabase(ending);
  const isEmbedded = postgres.isEmbedded && { HOP_EMBEDDED_POSTGRES: "yes" };
  return { variables: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SECRET, ...isEmbedded }, postgres, stop };
}

export type OpenDatabase = {
  databaseUrl: string;
  dataDir: string;
  postgres: PostgresServer;
  /** Stops the embedded Postgres, when it was started, and gives the data folder free. */
  stop: () => Promise<void>;
};

/**
 * Takes the data folder, starts the embedded Postgres where DATABASE_URL is unset, and brings the
 * database up to date: all migrations, an administrator. Whatever fails, nothing stays running.
 *
 * @throws StartError with one line, also when a Hop uses the data folder
 */
export async function openDatabase(ending?: AbortSignal): Promise<OpenDatabase> {
  const { ADMIN_EMAIL, BASE_URL, DATABASE_URL } = env();
  const dataDir = prepareDataDir(path.resolve(env().DATA_DIR));
  const unlock = await onDataDir(() => lockDataDir(dataDir));
  const postgres = DATABASE_URL ? undefined : await startPostgres(dataDir, ending).catch(undoing(unlock));
  const kept = postgres && keepPostgresRunning(postgres, (stopping) => startPostgres(dataDir, stopping));
  const stop = async () => {
    await kept?.stop();
    unlock();
  };
  const databaseUrl = DATABASE_URL ?? postgres?.url ?? "";
  let version: string | undefined;
  try {
    version = await untilEnd(ending, () =>
      prepareDatabase(databaseUrl, { adminEmail: ADMIN_EMAIL, baseUrl: BASE_URL }),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, dataDir, postgres: { version: version ?? "", isEmbedded: kept !== undefined }, stop };
}

/**
 * The database for a command that may be run while Hop does: that of DATABASE_URL as it is, the
 * embedded one of the running Hop, or, when none runs, what openDatabase opens.
 *
 * @throws StartError with one line
 */
export async function reachDatabase(ending?: AbortSignal): Promise<Pick<OpenDatabase, "databaseUrl" | "stop">> {
  const { DATABASE_URL, DATA_DIR } = env();
  const stop = async () => undefined;
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, stop };
  try {
    return await openDatabase(ending);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    // It is for the running Hop to start it.
    return { databaseUrl: await orStartError(awaitEmbeddedPostgres(path.resolve(DATA_DIR))), stop };
  }
}

/** Of a host that is none of this machine's, or no name at all. */
const HOST_CODES = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EINVAL", "EAFNOSUPPORT"];

/**
 * @throws EnvError when HOST is no address of this machine
 * @throws StartError when the port cannot be used
 */
export async function assertPortFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once("error", ({ code = "" }: NodeJS.ErrnoException) => {
      if (HOST_CODES.includes(code)) {
        reject(new EnvError([`HOST: must be an address of this machine; ${host} is not (${code}).`]));
        return;
      }
      const reason = code === "EADDRINUSE" ? "is already in use: set PORT to another" : `cannot be used (${code})`;
      reject(new StartError(`Port ${port} ${reason}.`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function prepareDataDir(dataDir: string): string {
  try {
    makeFolder(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK);
    return dataDir;
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function startPostgres(dataDir: string, ending?: AbortSignal): Promise<EmbeddedPostgres> {
  return orStartError(onDataDir(() => startEmbeddedPostgres(dataDir, {}, { ending })));
}

/** A file system that is full or refuses something is the operator's to repair: one line. */
async function onDataDir<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    if (code === undefined || file === undefined) throw error;
    throw new StartError(`DATA_DIR: ${file} cannot be used (${code}).`);
  }
}

async function orStartError<T>(starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartError(error.message);
    throw error;
  }
}

function undoing(undo: () => void) {
  return (error: unknown): never => {
    undo();
    throw error;
  };
}
