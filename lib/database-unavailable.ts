import { processWide } from "@/lib/process-wide";
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, QUERY_CANCELED } from "@/lib/sqlstate";

/**
 * SQLSTATE (Postgres, appendix A): connection exceptions, shutdown, startup, out of connections, disk or memory,
 * statement and transaction timeouts, writes on a server that has been demoted to a standby, and refused connections:
 * no such database or none allowed (it is being restored), wrong password, user not allowed (their change is under way).
 */
const STATES = /^(?:08\w{3}|57P0[1235]|57014|25006|25P0[34]|53\d{3}|55000|3D000|28P01|28000)$/;
/** Socket errors (errno) and Prisma's: unreachable, timed out, no TLS, closed, pool exhausted, transaction aborted. */
const CODES =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|EAI_AGAIN|P(?:1001|1002|1008|1011|1017|2024|2028))$/;
/** A certificate that is refused (Node, "X509 certificate error codes"), for example because it has expired. */
export const CERTIFICATE_CODES = /^(?:CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_\w+)$/;
/** Errors of pg that have no code, and a missing Unix socket, whose ENOENT could refer to any file. */
const MESSAGES =
  /Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|Query read timeout|connect ENOENT|server does not support SSL connections/;
/** How Prisma's driver reports socket errors, which lose their code in raw queries. */
const KINDS = ["DatabaseNotReachable", "TlsConnectionError", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];

/** Errors of the database's sockets, which don't reveal what they were connected to. */
const databaseErrors = processWide("hopDatabaseErrors", () => new WeakSet<object>());

/** Notes that an error comes from the database, whatever its code. Returns the error. */
export function markDatabaseError<T>(error: T): T {
  if (typeof error === "object" && error !== null) databaseErrors.add(error);
  return error;
}

/** For the `catch` of a query that doesn't go through Prisma. */
export function rethrowDatabaseError(error: unknown): never {
  throw markDatabaseError(error);
}

/**
 * Whether an error is known to come from an unavailable database. Unlike `isDatabaseUnavailable`, false for errors of
 * other sockets.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !isDatabaseUnavailable(error)) return false;
  const { cause, code, message = "", name = "" } = error as Partial<Error> & { code?: unknown };
  const { originalCode, kind = "" } = driverCause(error);
  const state = originalCode ?? code;
  // A slow call may be cancelled without an outage.
  if (state === QUERY_CANCELED) return false;
  if (databaseErrors.has(error) || name.startsWith("PrismaClient")) return true;
  if (typeof state === "string" && STATES.test(state)) return true;
  return KINDS.includes(kind) || MESSAGES.test(message) || isDatabaseOutage(cause);
}

/** Whether an error means that the database is unavailable and a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { cause, code, message = "" } = error as { cause?: unknown; code?: unknown; message?: string };
  const { originalCode, kind = "" } = driverCause(error);
  const state = originalCode ?? code;
  if (typeof state === "string" && [STATES, CODES, CERTIFICATE_CODES].some((codes) => codes.test(state))) return true;
  return KINDS.includes(kind) || MESSAGES.test(message) || isDatabaseUnavailable(cause);
}

export const LOCKED = "Another change to the same data is still in progress. Please try again in a few seconds.";

/** Whether a transaction was rolled back since it waited too long for a lock, or in a deadlock. A retry may succeed. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || hasState(error, DEADLOCK_DETECTED);
}

/** Whether a transaction was rolled back since it waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return hasState(error, LOCK_NOT_AVAILABLE);
}

function hasState(error: unknown, state: string): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  return (driverCause(error).originalCode ?? code) === state || hasState(cause, state);
}

type DriverCause = { originalCode?: string; kind?: string };

/**
 * The error underlying Prisma's, or else that error itself. It is the cause of what its driver throws at the end of a
 * transaction.
 */
function driverCause(error: object): DriverCause {
  const { meta, ...own } = error as DriverCause & { meta?: { driverAdapterError?: { cause?: DriverCause } } };
  return meta?.driverAdapterError?.cause ?? own;
}
