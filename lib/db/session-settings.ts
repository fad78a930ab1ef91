import { execute, type SqlClient, sql } from "@/lib/db/sql";

/** Postgres session settings by name. */
export type Settings = Record<string, string>;

/**
 * What Hop relies on, whatever the server, the database or the user sets: how values are written and read (Prisma
 * ignores the offset of times), how transactions see each other, and that no time limit but Hop's own ends them.
 * Without jit, since compiling takes longer than it saves: `hop rollups rebuild` took a third longer with it.
 */
const COMMON: Settings = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  array_nulls: "on",
  standard_conforming_strings: "on",
  default_transaction_isolation: "read committed",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  transaction_timeout: "0",
  jit: "off",
};

/** After this, a process that froze or vanished inside a transaction no longer holds its locks. */
export const IDLE_IN_TRANSACTION: Settings = { idle_in_transaction_session_timeout: "60s" };

/** Prepares a new connection. By statement, since connection poolers reject startup parameters. */
export async function applySettings(client: SqlClient, settings: Settings = {}): Promise<void> {
  const all = { ...COMMON, ...settings };
  const [names, values] = [Object.keys(all), Object.values(all)];
  await execute(
    client,
    // Postgres 17 introduced transaction_timeout.
    sql`
      SELECT set_config(name, value, false)
      FROM unnest(${names}::text[], ${values}::text[]) AS setting (name, value)
      WHERE current_setting(name, true) IS NOT NULL`,
  );
}

/**
 * Prepares a new connection for long work, such as building an index. Limits on statements are meant for requests, and
 * would make it fail each time.
 */
export function applyLongSettings(client: SqlClient, settings: Settings = {}): Promise<void> {
  return applySettings(client, { statement_timeout: "0", ...settings });
}
