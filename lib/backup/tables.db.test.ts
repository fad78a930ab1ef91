import { KEPT_TABLES, LEFT_OUT_TABLES } from "@/lib/backup/tables";
import { pool } from "@/lib/db/pool";

test("every table is either kept in backups or left out for a reason: add a new one to lib/backup/tables.ts", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const known = [...KEPT_TABLES, ...Object.keys(LEFT_OUT_TABLES)];
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
});
