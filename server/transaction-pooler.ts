import { randomUUID } from "node:crypto";
import pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { EnvError } from "@/lib/env";

/** For each connection and query. A pooler whose connections are all busy makes its clients wait for minutes. */
const TIMEOUT_MS = 5_000;
/**
 * Transactions opened at once, at most. Those that got another connection of the pooler than the first client leave it
 * fewer to give that client by chance.
 */
const MAX_TRANSACTIONS = 3;

export const TRANSACTION_POOLER = {
  what: "it leads to a pooler in transaction mode, which gives settings and locks of a connection to other clients",
  remedy: "connect to Postgres directly, or through a pooler in session mode",
};

/**
 * Whether the connections share their sessions with others, as behind PgBouncer in transaction mode. Then settings
 * such as `synchronous_commit = off` apply to others' statements, and locks outlive their connection. Never true for
 * connections of their own, however slow; false as well if the database doesn't answer.
 */
export async function hasTransactionPooler(databaseUrl: string): Promise<boolean> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const options = { connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
    const client = new pg.Client(options);
    clients.push(client);
    // The running query rejects as well.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  const token = randomUUID();
  try {
    const first = await open();
    await execute(first, sql`SELECT set_config('hop.probe', ${token}, false)`);
    const { backend } = await readSession(first);
    const isOwn = async () => {
      const session = await readSession(first);
      return session.token === token && session.backend === backend;
    };
    for (let i = 0; i < MAX_TRANSACTIONS; i++) {
      const other = await open();
      await other.query("BEGIN");
      const session = await readSession(other);
      if (session.token === token || session.backend === backend || !(await isOwn())) return true;
    }
  } catch {
    // Says nothing about the sessions; whoever uses the database next reports it.
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  return false;
}

/** @throws EnvError if DATABASE_URL leads to a pooler in transaction mode */
export async function assertOwnSessions(databaseUrl: string): Promise<void> {
  if (!(await hasTransactionPooler(databaseUrl))) return;
  throw new EnvError([`DATABASE_URL: ${TRANSACTION_POOLER.what}: ${TRANSACTION_POOLER.remedy}.`]);
}

type Session = { token: string | null; backend: string };

async function readSession(client: pg.Client): Promise<Session> {
  const [session] = await queryRows<Session>(
    client,
    // After a failover, another server's process may have the same id.
    sql`
      SELECT current_setting('hop.probe', true) AS token,
             concat_ws(' ', pg_backend_pid(), pg_postmaster_start_time()) AS backend`,
  );
  if (!session) throw new Error("the database reports no session");
  return session;
}
