import { execute, type SqlClient, sql } from "@/lib/db/sql";

/**
 * Lifts the limits on statements and transactions that the server, the database or the role sets for a connection. They
 * are meant for requests, and would make long work, such as building an index, fail each time.
 */
export async function liftTimeouts(client: SqlClient): Promise<void> {
  await execute(
    client,
    // Postgres 17 introduced the second one.
    sql`SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')`,
  );
}
