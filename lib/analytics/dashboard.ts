import { addDays, type DayRange, lastDays } from "@/lib/analytics/days";
import type { DashboardStats } from "@/lib/analytics/types";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { dayOf } from "@/lib/days";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import type { Actor } from "@/lib/users/types";

/** Days that are compared with as many before. */
const COMPARED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How many there are, and of which time. */
type Figures = { all: number; last: number; before: number };

/**
 * The stat cards, of the links that one sees: one's own and those of one's groups, for an
 * overall_admin all.
 *
 * - totalUrls: links that are not deleted; its change compares those made in the last 30 days with
 *   those made in the 30 before.
 * - totalClicks: clicks of people ever, also on links deleted since; its change compares the last 30
 *   days, today among them, with the 30 before.
 * - qrScans: those of the clicks that came by QR code; likewise.
 * - activeUsers: users who may sign in, of one's groups with oneself, for an overall_admin all; its
 *   change is how many of them are new in the last 30 days, where there were any before.
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
      activeUsers: users.all > users.last ? signed(users.last) : null,
      qrScans: percentage(qr),
    },
  };
}

/** "+12%"; null where there was nothing before. */
export function percentage({ last, before }: Pick<Figures, "last" | "before">): string | null {
  return before === 0 ? null : `${signed(Math.round(((last - before) / before) * 100))}%`;
}

function signed(number: number): string {
  return number < 0 ? String(number) : `+${number}`;
}

function isSeeingAll(actor: Actor): boolean {
  return actor.role === "overall_admin";
}

/** One's groups. */
const MY_GROUPS = "SELECT group_id FROM group_memberships WHERE user_id = $1";

async function readUrls(actor: Actor, now: number): Promise<Figures> {
  const since = new Date(now - COMPARED_DAYS * DAY_MS);
  const before = new Date(now - 2 * COMPARED_DAYS * DAY_MS);
  if (isSeeingAll(actor)) {
    return readFigures(
      `SELECT (SELECT coalesce(sum(change), 0) FROM short_url_counts WHERE status <> 'deleted') AS "all",
              (SELECT count(*) FROM short_urls WHERE created_at >= $1) AS "last",
              (SELECT count(*) FROM short_urls WHERE created_at >= $2 AND created_at < $1) AS "before"`,
      [since, before],
    );
  }
  return readFigures(
    `SELECT count(*) FILTER (WHERE status <> 'deleted') AS "all",
            count(*) FILTER (WHERE created_at >= $2) AS "last",
            count(*) FILTER (WHERE created_at >= $3 AND created_at < $2) AS "before"
     FROM short_urls WHERE created_by_id = $1 OR group_id = ANY (ARRAY(${MY_GROUPS}))`,
    [actor.id, since, before],
  );
}

/** Of groups their days, and of one's own links outside of them those of each. */
async function readClicks(actor: Actor, { from, to }: DayRange): Promise<{ clicks: Figures; qr: Figures }> {
  const scopes = isSeeingAll(actor)
    ? "SELECT $1::uuid AS scope_id"
    : `${MY_GROUPS} UNION ALL SELECT id FROM short_urls
       WHERE created_by_id = $1 AND (group_id IS NULL OR group_id <> ALL (ARRAY(${MY_GROUPS})))`;
  const { rows } = await pool().query<Record<string, string>>(
    `WITH scopes (scope_id) AS (${scopes})
     SELECT coalesce(sum(total), 0) AS clicks, coalesce(sum(qr), 0) AS qr,
            coalesce(sum(total) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS last_clicks,
            coalesce(sum(qr) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS last_qr,
            coalesce(sum(total) FILTER (WHERE day >= $2 AND day < $3), 0) AS clicks_before,
            coalesce(sum(qr) FILTER (WHERE day >= $2 AND day < $3), 0) AS qr_before
     FROM scopes JOIN click_days USING (scope_id) WHERE NOT is_bot`,
    [isSeeingAll(actor) ? ALL_LINKS : actor.id, addDays(from, -COMPARED_DAYS), from, to],
  );
  const { clicks, qr, last_clicks, last_qr, clicks_before, qr_before } = rows[0] ?? {};
  return {
    clicks: { all: Number(clicks), last: Number(last_clicks), before: Number(clicks_before) },
    qr: { all: Number(qr), last: Number(last_qr), before: Number(qr_before) },
  };
}

async function readUsers(actor: Actor, now: number): Promise<Figures> {
  const among = isSeeingAll(actor)
    ? "$1::uuid IS NOT NULL"
    : `id = $1 OR id IN (SELECT user_id FROM group_memberships WHERE group_id = ANY (ARRAY(${MY_GROUPS})))`;
  return readFigures(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE created_at >= $2) AS "last", 0 AS "before"
     FROM users WHERE status = 'active' AND (${among})`,
    [actor.id, new Date(now - COMPARED_DAYS * DAY_MS)],
  );
}

async function readFigures(text: string, values: unknown[]): Promise<Figures> {
  const { rows } = await pool().query<Record<keyof Figures, string>>(text, values);
  const { all, last, before } = rows[0] ?? {};
  return { all: Number(all), last: Number(last), before: Number(before) };
}
