import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { authSecret } from "@/lib/auth/secret";
import { MigrationError, migrate } from "@/lib/db/migrate";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { makeFolder } from "@/lib/make-folder";
import { storeFirstBaseUrl } from "@/lib/settings/store-first-base-url";
import { noteTlsOptionalHost } from "@/lib/settings/tls-optional";
import { createFirstAdmin } from "@/lib/users/create-first-admin";
import { DataDirInUse, lockDataDir } from "@/server/data-dir-lock";
import { awaitEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { untilEnd } from "@/server/ending";
import { EmbeddedPostgresError } from "@/server/postgres-cluster";
import { keepPostgresRunning } from "@/server/postgres-keeper";
import { StartError } from "@/server/role";

export type Prepared = {
  /** For the roles. */
  variables: Record<string, string>;
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
  const { databaseUrl, dataDir, stop } = await openDatabase(ending);
  return { variables: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, AUTH_SECRET }, stop };
}

export type OpenDatabase = {
  databaseUrl: string;
  dataDir: string;
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
  try {
    await untilEnd(ending, () => prepareDatabase(databaseUrl, ADMIN_EMAIL, BASE_URL));
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, dataDir, stop };
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

async function assertPortFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "is already in use: set PORT to another" : `cannot be used (${error.code})`;
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

async function prepareDatabase(databaseUrl: string, adminEmail: string, baseUrl: string | undefined): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    await pool.query("SELECT 1").catch((error: Error) => {
      throw new StartError(`DATABASE_URL: the database does not answer (${reasonOf(error)}).`);
    });
    await migrate(databaseUrl);
    await ensureSearchIndex(pool);
    await createFirstAdmin(pool, adminEmail);
    await storeFirstBaseUrl(pool, baseUrl);
    await noteTlsOptionalHost(pool, env());
  } catch (error) {
    if (error instanceof MigrationError) throw new StartError(error.message);
    throw error;
  } finally {
    await pool.end();
  }
}

/** Searches work without it, and read every link (docs/decisions/0061). */
async function ensureSearchIndex(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ done: boolean }>("SELECT ensure_search_index() AS done");
  if (rows[0]?.done) return;
  log.warn(
    "The database's user may not create the extension pg_trgm, and searches are slow among many links. " +
      "Run CREATE EXTENSION pg_trgm in the database as one who may, and start again.",
  );
}

/** An AggregateError, from a host with several addresses, has no message of its own. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}
