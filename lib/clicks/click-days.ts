import type { PoolClient } from "pg";
import { plainArray } from "@/lib/db/arrays";
import { execute, queryTuples, type Sql, sql } from "@/lib/db/sql";

/** The scope of all links. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

export type Scope = "all" | "group" | "link" | "user";

/** The primary key of click_days, and the kind of scope that `scopeId` belongs to. */
export type DayKey = { scope: Scope; scopeId: string; day: string; isBot: boolean };

/** A row of click_days, or a change to one. */
export type DayCounts = DayKey & {
  total: number;
  qr: number;
  /** 0 for bots. */
  visitors: number;
  /** Clicks by `countName` (lib/clicks/dimensions.ts). */
  counts: Record<string, number>;
};

/** Rows by their key. */
export type Days = Map<string, DayCounts>;

export function keyOf({ scopeId, day, isBot }: DayKey): string {
  return isBot ? `${scopeId} ${day} bot` : `${scopeId} ${day}`;
}

/** The row of a key, which is added if missing. */
export function dayIn(days: Days, key: DayKey): DayCounts {
  const name = keyOf(key);
  let found = days.get(name);
  if (!found) {
    const { scope, scopeId, day, isBot } = key;
    found = { scope, scopeId, day, isBot, total: 0, qr: 0, visitors: 0, counts: {} };
    days.set(name, found);
  }
  return found;
}

type Row = [
  scope: Scope,
  scopeId: string,
  day: string,
  isBot: boolean,
  total: string,
  qr: string,
  visitors: string,
  counts: Record<string, number>,
];

/** The rows that exist. */
export async function readDays(client: PoolClient, keys: Iterable<DayKey>): Promise<Days> {
  const wanted = [...keys];
  const rows = await queryTuples<Row>(
    client,
    sql`
      SELECT scope, scope_id, day::text, is_bot, total, qr, visitors, counts
      FROM ${keysTable(wanted)} JOIN click_days USING (scope_id, day, is_bot)`,
    "read-click-days",
  );
  const days: Days = new Map();
  for (const [scope, scopeId, day, isBot, total, qr, visitors, counts] of rows) {
    const row = {
      scope,
      scopeId,
      day,
      isBot,
      total: Number(total),
      qr: Number(qr),
      visitors: Number(visitors),
      counts,
    };
    days.set(keyOf(row), row);
  }
  return days;
}

/** Writes rows as they are, and deletes those without clicks. The caller holds the lock under which it read them. */
export async function writeDays(client: PoolClient, rows: DayCounts[]): Promise<void> {
  const [days, empty] = [rows.filter(({ total }) => total > 0), rows.filter(({ total }) => total <= 0)];
  if (empty.length > 0)
    await execute(client, sql`DELETE FROM click_days USING ${keysTable(empty)} WHERE ${IS_SAME_KEY}`);
  if (days.length === 0) return;
  // JSON has no line breaks outside of strings, and escapes those inside.
  const insert = sql`
    INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
    SELECT scope, scope_id, day, is_bot, total, qr, visitors, counts::json
    FROM unnest(${plainArray(days.map(({ scope }) => scope))}::click_scope[],
                ${plainArray(days.map(({ scopeId }) => scopeId))}::uuid[],
                ${plainArray(days.map(({ day }) => day))}::date[],
                ${plainArray(days.map(({ isBot }) => isBot))}::boolean[],
                ${plainArray(days.map(({ total }) => total))}::bigint[],
                ${plainArray(days.map(({ qr }) => qr))}::bigint[],
                ${plainArray(days.map(({ visitors }) => visitors))}::bigint[],
                string_to_array(${days.map(({ counts }) => JSON.stringify(counts)).join("\n")}, E'\\n'))
      AS written (scope, scope_id, day, is_bot, total, qr, visitors, counts)
    ON CONFLICT (scope_id, day, is_bot) DO UPDATE SET
      total = excluded.total, qr = excluded.qr, visitors = excluded.visitors, counts = excluded.counts`;
  await execute(client, insert, "write-click-days");
}

function keysTable(keys: DayKey[]): Sql {
  return sql`unnest(${plainArray(keys.map(({ scopeId }) => scopeId))}::uuid[],
                    ${plainArray(keys.map(({ day }) => day))}::date[],
                    ${plainArray(keys.map(({ isBot }) => isBot))}::boolean[]) AS key (scope_id, day, is_bot)`;
}

const IS_SAME_KEY = sql`
  click_days.scope_id = key.scope_id AND click_days.day = key.day AND click_days.is_bot = key.is_bot`;

/** Adds to rows that many links share. The caller holds lockSharedDays. */
export async function addToSharedDays(client: PoolClient, added: Days): Promise<void> {
  if (added.size === 0) return;
  const days = await readDays(client, added.values());
  for (const row of added.values()) addDay(dayIn(days, row), row);
  await writeDays(client, [...days.values()]);
}

/** Adds what was counted to a row. */
export function addDay(to: DayCounts, { total, qr, visitors, counts }: Omit<DayCounts, keyof DayKey>): void {
  to.total += total;
  to.qr += qr;
  to.visitors += visitors;
  for (const name in counts) addCount(to.counts, name, counts[name] ?? 0);
}

/** Counts that reach 0 are removed. */
export function addCount(counts: Record<string, number>, name: string, by: number): void {
  const count = (counts[name] ?? 0) + by;
  if (count === 0) delete counts[name];
  else counts[name] = count;
}
