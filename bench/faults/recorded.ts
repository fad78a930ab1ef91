import type { Database } from "@/bench/harness/database";

/** Records each update of a table's rows, identified by a unique column, in the updating transaction. */
export async function recordUpdates({ pool }: Database, table: string, column: string, condition = "true") {
  await pool.query(`CREATE TABLE recorded AS SELECT ${column} AS key FROM ${table} WHERE false`);
  await pool.query("GRANT INSERT ON recorded TO PUBLIC");
  await pool.query(
    `CREATE FUNCTION record_update() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO recorded VALUES (NEW.${column}); RETURN NULL; END $$`,
  );
  await pool.query(
    `CREATE TRIGGER recorded AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION record_update()`,
  );
}

/** How many rows were updated, and how many times. */
export async function readRecorded({ pool }: Database): Promise<{ rows: number; times: number }> {
  const { rows } = await pool.query<{ rows: number; times: number }>(
    "SELECT count(DISTINCT key)::int AS rows, count(*)::int AS times FROM recorded",
  );
  return rows[0] ?? { rows: 0, times: 0 };
}
