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
/** Postgres ends the transaction, and with it its snapshot, when the reader takes no rows for this long. */
const STALL_MS = 30_000;
/** A download that is still running after this is cut, however busy it is. */
const DEADLINE_MS = 15 * 60_000;
const RETRY_AFTER_SECONDS = 30;
const TOOK_TOO_LONG = "The download took too long";
const MAY_NOT_GO_ON = "The user was paused, locked or deleted during the download";
const ROWS_PER_FETCH = 1_000;

/** First key of the advisory lock of a user's download; the second comes from the user's id. */
const LOCK_CLASS = 0x686f_7001;
/** SQLSTATE (Postgres, appendix A). */
const LOCK_NOT_AVAILABLE = "55P03";

type ExportQuery = { text: string; values: unknown[] };

let openConnections = 0;

/**
 * Reads a query row by row for a download, no faster than the reader takes them. Each download has a connection of
 * its own; a user has one download at a time, across all instances. A reader that stops, takes too long
 * altogether, or is no longer active gets an error.
 *
 * @param userId a UUID
 * @param toRecord makes an item of the stream from a row
 * @returns an object stream; destroying it closes the connection
 * @throws AppError rate_limited
 */
export async function openExportCursor<Row extends pg.QueryResultRow>(
  userId: string,
  query: ExportQuery,
  toRecord: (row: Row) => Record<string, unknown>,
  { stallMs = STALL_MS, deadlineMs = DEADLINE_MS } = {},
): Promise<Readable> {
  if (openConnections >= MAX_CONNECTIONS) throw refusal(TOO_MANY_EXPORTS);
  openConnections += 1;
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "hop-export",
  });
  const rows = Readable.from(fetchAll(client, userId, toRecord), { highWaterMark: 1 });
  client.on("error", (error) => {
    log.info({ err: error, userId }, "download cut");
    rows.destroy(error);
  });
  const deadline = setTimeout(() => rows.destroy(new Error(TOOK_TOO_LONG)), deadlineMs).unref();
  // Not at the end of fetchAll, which does not even start when nobody reads.
  rows.once("close", () => {
    openConnections -= 1;
    clearTimeout(deadline);
    void client.end().catch(() => undefined);
  });
  try {
    await client.connect();
    await begin(client, { stallMs, deadlineMs });
    await lockDownload(client, userId);
    await client.query(`DECLARE export NO SCROLL CURSOR FOR ${query.text}`, query.values);
    return rows;
  } catch (error) {
    rows.on("error", () => undefined).destroy();
    throw error;
  }
}

/** The settings end with the transaction, as the lock does, so a connection pooler may stand in between. */
async function begin(client: pg.Client, { stallMs, deadlineMs }: { stallMs: number; deadlineMs: number }) {
  await client.query(`
    BEGIN READ ONLY;
    SET LOCAL idle_in_transaction_session_timeout = ${stallMs};
    SET LOCAL statement_timeout = ${deadlineMs};
    SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
}

/** @throws AppError rate_limited when the user has another download, here or in another instance */
async function lockDownload(client: pg.Client, userId: string): Promise<void> {
  // The last 32 bits of a UUIDv7 are random.
  const key = Number.parseInt(userId.slice(-8), 16) | 0;
  try {
    await client.query("SELECT pg_advisory_xact_lock($1, $2)", [LOCK_CLASS, key]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw refusal(EXPORT_RUNNING);
    throw error;
  }
}

async function* fetchAll<Row extends pg.QueryResultRow>(
  client: pg.Client,
  userId: string,
  toRecord: (row: Row) => Record<string, unknown>,
): AsyncGenerator<Record<string, unknown>> {
  for (;;) {
    const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 AND status <> 'active'", [userId]);
    if (rowCount) throw new Error(MAY_NOT_GO_ON);
    const { rows } = await client.query<Row>(`FETCH ${ROWS_PER_FETCH} FROM export`);
    for (const row of rows) yield toRecord(row);
    if (rows.length < ROWS_PER_FETCH) return;
  }
}

function refusal(message: string): AppError {
  return new AppError("rate_limited", message, undefined, RETRY_AFTER_SECONDS);
}
