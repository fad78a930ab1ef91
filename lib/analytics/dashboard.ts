import type { Actor } from "@/lib/actor";
import type { DashboardStats } from "@/lib/analytics/types";
import { addDays, type DayRange, dayOf, lastDays } from "@/lib/days";
import { pool } from "@/lib/db/pool";
import { readPool } from "@/lib/db/read-pool";
import { join, queryRows, type Reader, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { changeText, formatCount } from "@/lib/format";
import { selfAndColleagues } from "@/lib/groups/people";
import { visibleClickScopes, visibleParts } from "@/lib/urls/visible";

/** Length of the recent period, which is compared with the same number of days before it. */
const COMPARED_DAYS = 30;

/** Numbers in total, for the recent days, and for the days before them. */
type Figures = { all: number; last: number; before: number };

/**
 * The stat cards, over the links that the actor may see.
 *
 * - totalUrls: links that are not deleted. Its change compares those created in the last 30 days with the 30 before.
 * - totalClicks: all clicks by people, including those on links deleted since. Its change compares the last 30 days,
 *   including today, with the 30 before.
 * - qrScans: the same for clicks by QR code.
 * - activeUsers: users who may sign in: the actor and the members of their groups, for an overall_admin all. Its change
 *   is how many more of them joined in the last 30 days than in the 30 before, if there are any older ones.
 */
export async function getDashboardStats(actor: Actor, now = Date.now()): Promise<DashboardStats> {
  const [urls, { clicks, qr }, users] = await Promise.all([
    readUrls(actor, now),
    readClicks(actor, lastDays(COMPARED_DAYS, dayOf(now, env().TIME_ZONE))),
    readUsers(actor, now),
  ]);
  return {
    totalUrls: urls.all,
    totalClicks: clicks.all,
    activeUsers: users.all,
    qrScans: qr.all,
    changes: {
      totalUrls: percentage(urls),
      totalClicks: percentage(clicks),
      activeUsers: users.all > users.last ? signed(users.last - users.before) : null,
      qrScans: percentage(qr),
    },
    compared: {
      totalUrls: toCompared(urls),
      totalClicks: toCompared(clicks),
      activeUsers: toCompared(users),
      qrScans: toCompared(qr),
    },
  };
}

function toCompared({ last, before }: Figures): Pick<Figures, "last" | "before"> {
  return { last, before };
}

/** "+12%", with a hyphen for a minus; null if there is nothing to compare with. */
export function percentage({ last, before }: Pick<Figures, "last" | "before">): string | null {
  return changeText(last, before)?.replace("−", "-") ?? null;
}

function signed(number: number): string {
  return number > 0 ? `+${formatCount(number)}` : formatCount(number);
}

const SINCE_MS = COMPARED_DAYS * 24 * 60 * 60 * 1000;

async function readUrls(actor: Actor, now: number): Promise<Figures> {
  const since = firstId(new Date(now - SINCE_MS));
  const before = firstId(new Date(now - 2 * SINCE_MS));
  const isLast = sql`id >= ${since}::uuid`;
  const isBefore = sql`id >= ${before}::uuid AND id < ${since}::uuid`;
  const parts = await visibleParts(actor);
  if (!parts) {
    return readFigures(
      readPool(),
      sql`
      SELECT (SELECT coalesce(sum(change), 0) FROM short_url_counts WHERE status <> 'deleted') AS "all",
             (SELECT count(*) FROM short_urls WHERE ${isLast}) AS "last",
             (SELECT count(*) FROM short_urls WHERE ${isBefore}) AS "before"`,
    );
  }
  const { ofGroups, outsideGroups } = parts;
  // Both states have an index of groups with ids, so that no link of a large group is read.
  const [shown, deleted] = [sql`${ofGroups} AND status <> 'deleted'`, sql`${ofGroups} AND status = 'deleted'`];
  const count = (...parts: Sql[]) =>
    join(
      parts.map((part) => sql`(SELECT count(*) FROM short_urls WHERE ${part})`),
      " + ",
    );
  const created = (isThen: Sql) =>
    count(sql`${shown} AND ${isThen}`, sql`${deleted} AND ${isThen}`, sql`${outsideGroups} AND ${isThen}`);
  return readFigures(
    readPool(),
    sql`
      SELECT ${count(shown, sql`${outsideGroups} AND status <> 'deleted'`)} AS "all",
             ${created(isLast)} AS "last", ${created(isBefore)} AS "before"`,
  );
}

/** The lowest UUIDv7 of a timestamp (RFC 9562, section 5.7). Ids are in the order of creation. */
function firstId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function readClicks(actor: Actor, { from, to }: DayRange): Promise<{ clicks: Figures; qr: Figures }> {
  const isLast = sql`day BETWEEN ${from} AND ${to}`;
  const isBefore = sql`day >= ${addDays(from, -COMPARED_DAYS)} AND day < ${from}`;
  const [row] = await queryRows<Record<string, string>>(
    readPool(),
    sql`
      WITH scopes AS (${await visibleClickScopes(actor)})
      SELECT coalesce(sum(sign * total), 0) AS clicks, coalesce(sum(sign * qr), 0) AS qr,
             coalesce(sum(sign * total) FILTER (WHERE ${isLast}), 0) AS last_clicks,
             coalesce(sum(sign * qr) FILTER (WHERE ${isLast}), 0) AS last_qr,
             coalesce(sum(sign * total) FILTER (WHERE ${isBefore}), 0) AS clicks_before,
             coalesce(sum(sign * qr) FILTER (WHERE ${isBefore}), 0) AS qr_before
      FROM scopes JOIN click_days USING (scope_id) WHERE NOT is_bot`,
  );
  const { clicks, qr, last_clicks, last_qr, clicks_before, qr_before } = row ?? {};
  return {
    clicks: { all: Number(clicks), last: Number(last_clicks), before: Number(clicks_before) },
    qr: { all: Number(qr), last: Number(last_qr), before: Number(qr_before) },
  };
}

async function readUsers(actor: Actor, now: number): Promise<Figures> {
  const visible = actor.role === "overall_admin" ? sql`true` : selfAndColleagues(actor, "many");
  const since = new Date(now - SINCE_MS);
  const before = new Date(now - 2 * SINCE_MS);
  // Memberships are never read from a replica.
  return readFigures(
    pool(),
    sql`
    SELECT count(*) AS "all", count(*) FILTER (WHERE created_at >= ${since}) AS "last",
           count(*) FILTER (WHERE created_at >= ${before} AND created_at < ${since}) AS "before"
    FROM users WHERE status = 'active' AND ${visible}`,
  );
}

async function readFigures(client: Reader, statement: Sql): Promise<Figures> {
  const [row] = await queryRows<Record<keyof Figures, string>>(client, statement);
  return { all: Number(row?.all), last: Number(row?.last), before: Number(row?.before) };
}
