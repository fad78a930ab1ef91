import { makePartitionsAhead } from "@/lib/clicks/partitions";
import { pool } from "@/lib/db/pool";

test("this month and the two that follow have their partitions, however often it is asked", async () => {
  await Promise.all([makePartitionsAhead(pool()), makePartitionsAhead(pool())]);
  const { rows } = await pool().query(`
    SELECT count(*)::int AS partitions FROM generate_series(0, 2) AS month
    JOIN pg_class ON relname = 'clicks_' || to_char((now() AT TIME ZONE 'UTC') + month * interval '1 month', 'YYYY_MM')
    WHERE relispartition`);
  expect(rows).toEqual([{ partitions: 3 }]);
});
