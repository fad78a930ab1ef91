import type pg from "pg";

/** A copy takes long, and its text must not depend on settings of the server or the role. */
const SETTINGS = [
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
];
/** The first version with transaction_timeout. */
const POSTGRES_17 = 170_000;

/** Begins a transaction that no timeout of the server or the role ends. It takes no snapshot yet. */
export async function beginLong(client: pg.ClientBase, mode = ""): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
  const isLimited = Number(rows[0]?.server_version_num) >= POSTGRES_17;
  const settings = isLimited ? [...SETTINGS, "transaction_timeout = 0"] : SETTINGS;
  await client.query(["BEGIN", mode, ...settings.map((one) => `; SET LOCAL ${one}`)].join(" "));
}
