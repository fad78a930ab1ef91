/**
 * SQLSTATE (Postgres, appendix A): connection exceptions, shutting down, starting up, no connection, disk or
 * memory left, a statement or transaction that took too long.
 */
const STATES = /^(?:08\w{3}|57P0[1235]|57014|25P0[34]|53\d{3})$/;
/** Of sockets (errno) and of Prisma: not reached, timed out, closed, no connection free, transaction given up. */
const CODES =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|EAI_AGAIN|P(?:1001|1002|1008|1017|2024|2028))$/;
/** The pool and its connections give these no code; a Unix socket that is not there has one that any file may have. */
const MESSAGES =
  /Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|Query read timeout|connect ENOENT/;
/** What Prisma's driver makes of a socket's errors, of raw queries without their code. */
const KINDS = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];

/** Whether something failed because the database does not answer, and may succeed when it does again. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { cause, code, message = "" } = error as { cause?: unknown; code?: unknown; message?: string };
  const { originalCode, kind = "" } = driverCause(error);
  const state = originalCode ?? code;
  if (typeof state === "string" && (STATES.test(state) || CODES.test(state))) return true;
  return KINDS.includes(kind) || MESSAGES.test(message) || isDatabaseAway(cause);
}

/** What Postgres or the socket said, as Prisma passes it on. */
function driverCause(error: object): { originalCode?: string; kind?: string } {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string; kind?: string } } } };
  return meta?.driverAdapterError?.cause ?? {};
}
