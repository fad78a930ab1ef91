import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { EnvError } from "@/lib/env";
import { within } from "@/lib/within";

/** For each connection and query. A pooler whose connections are all busy makes its clients wait for minutes. */
const TIMEOUT_MS = 5_000;
/**
 * Transactions opened at once, at most. Those that got another connection of the pooler than the first client leave it
 * fewer to give that client by chance.
 */
const MAX_TRANSACTIONS = 3;

export const TRANSACTION_POOLER = {
  what: "it points to a pooler in transaction mode, which shares a connection's settings and locks with other clients",
  remedy: "connect to Postgres directly, or through a pooler in session mode",
};

/**
 * Whether the connections share their sessions with others, as behind PgBouncer in transaction mode. Then settings
 * such as `synchronous_commit = off` apply to others' statements, and locks outlive their connection. Never true for
 * connections of their own, however slow; false as well if the database doesn't answer.
 *
 * @param timeoutMs for tests
 */
export async function hasTransactionPooler(databaseUrl: string, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  const sockets = Array.from({ length: 1 + MAX_TRANSACTIONS }, () => new Socket());
  const clients = sockets.map((socket) => createClient(databaseUrl, socket, timeoutMs));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await shareSessions(clients);
  } catch {
    // Says nothing about the sessions; whoever uses the database next reports it.
    return false;
  } finally {
    const ended = Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await within(timeoutMs, ended, undefined);
    for (const socket of sockets) socket.destroy();
  }
}

/** @throws EnvError if DATABASE_URL points to a pooler in transaction mode */
export async function assertOwnSessions(databaseUrl: string): Promise<void> {
  if (!(await hasTransactionPooler(databaseUrl))) return;
  throw new EnvError([`DATABASE_URL: ${TRANSACTION_POOLER.what}: ${TRANSACTION_POOLER.remedy}.`]);
}

function createClient(databaseUrl: string, socket: Socket, timeoutMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    stream: () => socket,
  });
  // The running query rejects as well.
  client.on("error", () => undefined);
  return client;
}

async function shareSessions([first, ...others]: pg.Client[]): Promise<boolean> {
  if (!first) return false;
  const token = randomUUID();
  await execute(first, sql`SELECT set_config('hop.probe', ${token}, false)`);
  const { backend } = await readSession(first);
  const isOwn = async () => {
    const session = await readSession(first);
    return session.token === token && session.backend === backend;
  };
  for (const other of others) {
    await other.query("BEGIN");
    const session = await readSession(other);
    if (session.token === token || session.backend === backend || !(await isOwn())) return true;
  }
  return false;
}

type Session = { token: string | null; backend: string };

/**
 * Load balancers such as Pgpool-II send statements to a standby, where each client has another session. Because
 * pg_is_in_recovery is volatile, they send this one to the primary.
 *
 * @throws if a standby answers
 */
async function readSession(client: pg.Client): Promise<Session> {
  const [session] = await queryRows<Session & { isStandby: boolean }>(
    client,
    // After a failover, another server's process may have the same id.
    sql`
      SELECT current_setting('hop.probe', true) AS token, pg_is_in_recovery() AS "isStandby",
             concat_ws(' ', pg_backend_pid(), pg_postmaster_start_time()) AS backend`,
  );
  if (!session || session.isStandby) throw new Error("the database reports no session of the primary");
  return session;
}
