import type pg from "pg";

const MONTHS_AHEAD = 2;

/** Makes the partitions of this month and the next ones, so that no visit waits for it at midnight. */
export async function makePartitionsAhead(pool: pg.Pool): Promise<void> {
  await pool.query(
    "SELECT ensure_click_partition(now() + month * interval '1 month') FROM generate_series(0, $1) AS month",
    [MONTHS_AHEAD],
  );
}
