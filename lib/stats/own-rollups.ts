import type { Actor } from "@/lib/actor";
import type { TopScope } from "@/lib/analytics/period-top-urls";
import { type ClickScope, type DayTotals, rollupsOf } from "@/lib/analytics/rollups";
import type { DayRange } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { getGroupOrThrow } from "@/lib/groups/queries";

/**
 * The links of a group, for its members and for an overall_admin, or without a group all links that the actor created;
 * in both cases deleted ones included.
 *
 * @throws AppError not_found
 */
export async function scopeOfMany(actor: Actor, groupId: string | null): Promise<TopScope> {
  if (groupId === null) return { ...ownRollups(actor.id), links: sql`created_by_id = ${actor.id}::uuid` };
  const { id } = await getGroupOrThrow(actor, groupId);
  return { ...rollupsOf(id), links: sql`group_id = ${id}::uuid` };
}

/**
 * The counts of all links that a user created, deleted ones included.
 *
 * After an upgrade, days are counted for users in the background (lib/clicks/count-users.ts). Until that is done, the
 * rows of a day's links are added up, without names. The next release drops user_days_due, and reads users like groups.
 */
function ownRollups(userId: string): ClickScope {
  return {
    id: userId,
    findFirstDay: async () => {
      const [row] = await queryRows<{ day: string | null }>(readPool(), firstDaySql(userId));
      return row?.day ?? null;
    },
    readTotals: async (range) => {
      const rows = await queryRows<TotalsRow>(
        readPool(),
        sql`
          SELECT day::text, is_bot AS "isBot", sum(total) AS total, sum(qr) AS qr, sum(visitors) AS visitors,
                 concat(max(version), ' ', count(*), ' ', sum(total)) AS version, bool_or(scope = 'link') AS "isUnnamed"
          FROM ${ownDays(userId, range)} GROUP BY day, is_bot ORDER BY day`,
        "read-own-totals",
      );
      return rows.map(({ total, qr, visitors, ...row }) => ({
        ...row,
        total: Number(total),
        qr: Number(qr),
        visitors: Number(visitors),
      }));
    },
    days: (range) => ownDays(userId, range),
  };
}

type TotalsRow = Omit<DayTotals, "total" | "qr" | "visitors"> & { total: string; qr: string; visitors: string };

const DUE = sql`(SELECT day FROM user_days_due)`;
const IS_DUE = sql`day IN ${DUE} AND day >= (SELECT min(day) FROM user_days_due)`;

function linksIfDue(userId: string): Sql {
  return sql`(SELECT id FROM short_urls WHERE created_by_id = ${userId}::uuid AND EXISTS ${DUE}) AS link`;
}

/**
 * A subquery for the rows of click_days that add up to a user's clicks: the user's own rows, and those of links on days
 * that are due. The latter are read link by link: for a condition with all links, Postgres would build a bitmap and
 * compare the rows of its lossy pages with each link, which takes minutes for thousands of links.
 */
function ownDays(userId: string, { from, to }: DayRange): Sql {
  const columns = sql`scope, day, is_bot, total, qr, visitors, xmin::text::bigint AS version`;
  const ofRange = sql`day BETWEEN ${from} AND ${to}`;
  // OFFSET 0 prevents Postgres from inlining the subquery.
  return sql`(
    SELECT ${columns} FROM click_days WHERE scope_id = ${userId}::uuid AND ${ofRange} AND day NOT IN ${DUE}
    UNION ALL
    SELECT of_link.* FROM ${linksIfDue(userId)},
      LATERAL (SELECT ${columns} FROM click_days WHERE scope_id = link.id AND ${ofRange} AND ${IS_DUE} OFFSET 0) AS of_link
  ) AS own_days`;
}

function firstDaySql(userId: string): Sql {
  return sql`
    SELECT min(day)::text AS day FROM (
      SELECT min(day) AS day FROM click_days WHERE scope_id = ${userId}::uuid AND day NOT IN ${DUE}
      UNION ALL
      SELECT of_link.day FROM ${linksIfDue(userId)},
        LATERAL (SELECT day FROM click_days WHERE scope_id = link.id AND ${IS_DUE} ORDER BY day LIMIT 1) AS of_link
    ) AS first_days`;
}
