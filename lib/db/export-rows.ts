import { Readable } from "node:stream";
import pg from "pg";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

export const EXPORT_RUNNING = "You already have a download running. Wait for it to finish, or cancel it.";
export const TOO_MANY_EXPORTS = "Too many downloads are running. Please try again in a minute.";

/** Connections for exports in one process, apart from those that pages and calls share. */
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
/** A cancelled download may need a moment to let go of its lock. */
const LOCK_WAIT_MS = 1_000;
/** Postgres closes the connection when the reader takes no rows for this long. */
const STALL_MS = 30_000;
/** A download that is still running after this is cut, however busy it is. */
const DEADLINE_MS = 30 * 60_000;
const STATEMENT_TIMEOUT_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;
const TOOK_TOO_LONG = "The download took too long";
const MAY_NOT_GO_ON = "The user was paused, locked or deleted during the download";
const ROWS_PER_BATCH = 1_000;

/** First key of the advisory lock of a user's download; the second comes from the user's id. */
const LOCK_CLASS = 0x686f_7001;
/** SQLSTATE (Postgres, appendix A). */
const LOCK_NOT_AVAILABLE = "55P03";

/** What is exported, batch by batch. */
type Export<Row> = {
  /** Reads at most `limit` rows that come after `last`; from the beginning where that is undefined. */
  query: (last: Row | undefined, limit: number) => { text: string; values: unknown[] };
  /** Makes an item of the stream from a row. */
  toRecord: (row: Row) => Record<string, unknown>;
};

let openConnections = 0;

/**
 * Reads rows in batches for a download, no faster than the reader takes them. Between two batches nothing is held but
 * a connection of its own: no snapshot, and no lock of a table. A user has one download at a time, across all
 * instances. A reader that stops, takes too long altogether, or is no longer active gets an error.
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
  openConnections += 1;
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "hop-export",
  });
  const close = () => {
    openConnections -= 1;
    void client.end().catch(() => undefined);
  };
  let rows: Readable | undefined;
  client.on("error", (error) => {
    log.info({ err: error, userId }, "download cut");
    rows?.destroy(error);
  });
  try {
    await client.connect();
    await lockDownload(client, userId);
    await client.query(`
      SET idle_session_timeout = ${stallMs};
      SET idle_in_transaction_session_timeout = ${stallMs};
      SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    // The first batch is read before the answer begins, so that a failure has a status.
    const first = await readBatch(client, userId, what);
    rows = Readable.from(readBatches(client, userId, what, first), { highWaterMark: 1 });
  } catch (error) {
    close();
    throw error;
  }
  const deadline = setTimeout(() => rows?.destroy(new Error(TOOK_TOO_LONG)), deadlineMs).unref();
  // Not at the end of readBatches, which does not even start when nobody reads.
  rows.once("close", () => {
    clearTimeout(deadline);
    close();
  });
  return rows;
}

/**
 * The lock is the connection's, and ends with it.
 *
 * @throws AppError rate_limited when the user has another download, here or in another instance
 */
async function lockDownload(client: pg.Client, userId: string): Promise<void> {
  // The last 32 bits of a UUIDv7 are random.
  const key = Number.parseInt(userId.slice(-8), 16) | 0;
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query("SELECT pg_advisory_lock($1, $2)", [LOCK_CLASS, key]);
    await client.query("RESET lock_timeout");
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw refusal(EXPORT_RUNNING);
    throw error;
  }
}

async function* readBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  userId: string,
  what: Export<Row>,
  first: Row[],
): AsyncGenerator<Record<string, unknown>> {
  for (let rows = first; ; rows = await readBatch(client, userId, what, rows.at(-1))) {
    for (const row of rows) yield what.toRecord(row);
    if (rows.length < ROWS_PER_BATCH) return;
  }
}

async function readBatch<Row extends pg.QueryResultRow>(
  client: pg.Client,
  userId: string,
  { query }: Export<Row>,
  last?: Row,
): Promise<Row[]> {
  const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 AND status <> 'active'", [userId]);
  if (rowCount) throw new Error(MAY_NOT_GO_ON);
  const { rows } = await client.query<Row>(query(last, ROWS_PER_BATCH));
  return rows;
}

function refusal(message: string): AppError {
  return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
}
