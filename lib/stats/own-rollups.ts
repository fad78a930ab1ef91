import { countSource, type DayTotals } from "@/lib/analytics/rollups";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import type { RollupSource } from "@/lib/stats/rollup-stats";

/**
 * The counts of all links that a user created, deleted ones included.
 *
 * After an upgrade, days are counted for users in the background (lib/clicks/count-users.ts). Until that is done, the rows
 * of a day's links are added up, without names. The next release drops user_days_due, and reads users like groups.
 */
export function ownRollups(userId: string): RollupSource {
  const ofUser = ownDays(userId);
  return {
    findFirstDay: async () => {
      const [row] = await queryRows<{ day: string | null }>(
        readPool(),
        sql`SELECT min(day)::text AS day FROM click_days WHERE ${ofUser}`,
      );
      return row?.day ?? null;
    },
    readTotals: async ({ from, to }) => {
      const rows = await queryRows<TotalsRow>(
        readPool(),
        sql`
          SELECT day::text, is_bot AS "isBot", sum(total) AS total, sum(qr) AS qr, sum(visitors) AS visitors,
                 concat(max(xmin::text::bigint), ' ', count(*), ' ', sum(total)) AS version,
                 bool_or(scope = 'link') AS "isUnnamed"
          FROM click_days WHERE ${ofUser} AND day BETWEEN ${from} AND ${to} GROUP BY day, is_bot ORDER BY day`,
        "read-own-totals",
      );
      return rows.map(({ total, qr, visitors, ...row }) => ({
        ...row,
        total: Number(total),
        qr: Number(qr),
        visitors: Number(visitors),
      }));
    },
    counts: countSource(userId),
  };
}

type TotalsRow = Omit<DayTotals, "total" | "qr" | "visitors"> & { total: string; qr: string; visitors: string };

/** The rows of click_days that a user's clicks are the sum of: those of the user, and those of links on days that are due. */
export function ownDays(userId: string): Sql {
  // An array, whose rows are found by their key: otherwise Postgres may read those of all links.
  return sql`
    scope_id = ANY (ARRAY(
      SELECT ${userId}::uuid
      UNION ALL
      SELECT id FROM short_urls WHERE created_by_id = ${userId}::uuid AND EXISTS (SELECT FROM user_days_due)
    ))
    AND (scope = 'link') = (day IN (SELECT day FROM user_days_due))`;
}
