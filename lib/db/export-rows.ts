import { Readable } from "node:stream";
import pg from "pg";
import { applySettings } from "@/lib/db/session-settings";
import { CLOSED_WHEN_GONE } from "@/lib/db/sockets";
import { execute, queryRows, type Statement, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { LOCK_NOT_AVAILABLE } from "@/lib/sqlstate";

export const EXPORT_RUNNING = "You already have a download running. Wait for it to finish, or cancel it.";
export const TOO_MANY_EXPORTS = "Too many downloads are running. Please try again in a minute.";

/** Connections for downloads per process, separate from the shared pool. */
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
/** Gives a cancelled download time to release its lock. */
const LOCK_WAIT_MS = 1_000;
/** Postgres closes the connection if the reader stalls for this long. */
const STALL_MS = 30_000;
/** Maximum duration of a download. */
const DEADLINE_MS = 30 * 60_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** For a server that is gone. Longer than the server's own limits. */
const RESPONSE_TIMEOUT_MS = 65_000;
const RETRY_AFTER_SECONDS = 30;
const TOOK_TOO_LONG = "The download took too long";
const NO_LONGER_ALLOWED = "The user may no longer read this";
const ROWS_PER_BATCH = 1_000;

/** First key of a download's advisory lock. The second is derived from the user's id. */
const LOCK_CLASS = 0x686f_7001;

type Export<Row> = {
  /** Selects up to `limit` rows after `last`, or from the start if undefined; none at the end. */
  query: (last: Row | undefined, limit: number) => Statement;
  /** Converts a row to a stream item. */
  toRecord: (row: Row) => object;
  /** Asked before each batch: rights may end during a download. */
  isAllowed: () => Promise<boolean>;
};

let openConnections = 0;

/**
 * Streams rows for a download in batches, with backpressure. Between batches it holds only its own connection, no
 * snapshot or table lock. Each user has one download at a time, across all instances. The stream fails if the reader
 * stalls, the download exceeds its deadline, or the user is no longer allowed to read it.
 *
 * @param userId a UUID
 * @returns an object stream; destroying it closes the connection
 * @throws AppError rate_limited
 */
export async function openExport<Row extends pg.QueryResultRow>(
  userId: string,
  what: Export<Row>,
  { stallMs = STALL_MS, deadlineMs = DEADLINE_MS } = {},
): Promise<Readable> {
  if (openConnections >= MAX_CONNECTIONS) throw refusal(TOO_MANY_EXPORTS);
  // Throws if the URL names a certificate that can't be read.
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: "hop-export",
    ...CLOSED_WHEN_GONE,
  });
  openConnections += 1;
  const close = () => {
    openConnections -= 1;
    void client.end().catch(() => undefined);
  };
  let rows: Readable | undefined;
  client.on("error", (error) => {
    log.info({ err: error, userId }, "download aborted");
    rows?.destroy(error);
  });
  try {
    await client.connect();
    await applySettings(client);
    await lockDownload(client, userId);
    await client.query(`
      SET idle_session_timeout = ${stallMs};
      SET idle_in_transaction_session_timeout = ${stallMs};
      SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    // Read before the response starts, so that a failure gets an error status.
    const first = await readBatch(client, what);
    rows = Readable.from(readBatches(client, what, first), { highWaterMark: 1 });
  } catch (error) {
    close();
    throw error;
  }
  const deadline = setTimeout(() => rows?.destroy(new Error(TOOK_TOO_LONG)), deadlineMs).unref();
  // Not in readBatches, which never starts if nobody reads.
  rows.once("close", () => {
    clearTimeout(deadline);
    close();
  });
  return rows;
}

/**
 * Takes a lock that lasts as long as the connection.
 *
 * @throws AppError rate_limited if the user has another download, in any instance
 */
async function lockDownload(client: pg.Client, userId: string): Promise<void> {
  // The last 32 bits of a UUIDv7 are random.
  const key = Number.parseInt(userId.slice(-8), 16) | 0;
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await execute(client, sql`SELECT pg_advisory_lock(${LOCK_CLASS}, ${key})`);
    await client.query("SET lock_timeout = 0");
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw refusal(EXPORT_RUNNING);
    throw error;
  }
}

async function* readBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  what: Export<Row>,
  first: Row[],
): AsyncGenerator<object> {
  for (let rows = first; ; rows = await readBatch(client, what, rows.at(-1))) {
    if (rows.length === 0) return;
    for (const row of rows) yield what.toRecord(row);
  }
}

async function readBatch<Row extends pg.QueryResultRow>(
  client: pg.Client,
  { query, isAllowed }: Export<Row>,
  last?: Row,
): Promise<Row[]> {
  if (!(await isAllowed())) throw new Error(NO_LONGER_ALLOWED);
  return queryRows<Row>(client, query(last, ROWS_PER_BATCH));
}

function refusal(message: string): AppError {
  return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
}
