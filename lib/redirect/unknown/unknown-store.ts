import type pg from "pg";
import { execute, sql } from "@/lib/db/sql";

/** Visits to a code that no link has. */
export type UnknownVisits = { code: string; visits: number; lastSeenAt: Date };

/**
 * Maximum rows of each kind: codes visited once, codes visited more often, and dismissed ones. So new codes do not
 * compete with frequent ones, and a flood does not bring dismissed codes back.
 */
const MAX_ROWS = 1_000;
/** Maximum of int4. */
const MAX_VISITS = 2_147_483_647;

/** Adds visits to the table, and removes the rows beyond its limit: those with the fewest visits, then the oldest. */
export async function storeUnknownCodes(pool: pg.Pool, visits: UnknownVisits[]): Promise<void> {
  await execute(
    pool,
    sql`
      INSERT INTO unknown_codes AS kept (code, visits, last_seen_at)
      SELECT code, visits, last_seen_at
      FROM unnest(
        ${visits.map(({ code }) => code)}::text[],
        ${visits.map(({ visits }) => visits)}::int[],
        ${visits.map(({ lastSeenAt }) => lastSeenAt)}::timestamptz[]
      ) AS visit (code, visits, last_seen_at)
      -- Always in this order, which avoids deadlocks with other fronts.
      ORDER BY code
      ON CONFLICT (code) DO UPDATE SET
        visits = least(kept.visits::bigint + excluded.visits, ${MAX_VISITS}),
        last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at)`,
  );
  await execute(
    pool,
    sql`
      DELETE FROM unknown_codes WHERE code = ANY (ARRAY(
        SELECT code FROM unknown_codes WHERE code = ANY (ARRAY(
          SELECT code FROM (
            SELECT code, row_number() OVER (
              PARTITION BY CASE WHEN dismissed_at IS NULL THEN visits > 1 END ORDER BY visits DESC, last_seen_at DESC
            ) AS rank
            FROM unknown_codes
          ) AS ranked
          WHERE rank > ${MAX_ROWS}
        ))
        FOR UPDATE SKIP LOCKED
      ))`,
  );
}
