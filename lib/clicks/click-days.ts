import type { PoolClient } from "pg";
import { plainArray } from "@/lib/db/arrays";

/** Scope of the numbers over all links. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

export type Scope = "all" | "group" | "link";

/** Whose clicks, of which day, and whether of bots: the key of a row of click_days. */
export type DayKey = { scopeId: string; day: string; isBot: boolean };

/** A row of click_days, or what is to be added to one. */
export type DayCounts = DayKey & {
  total: number;
  qr: number;
  /** How many visitors came that day; of bots 0. */
  visitors: number;
  /** Clicks by `countName` (lib/clicks/dimensions.ts). */
  counts: Record<string, number>;
};

/** Rows by their key. */
export type Days = Map<string, DayCounts>;

export function keyOf(scopeId: string, day: string, isBot: boolean): string {
  return isBot ? `${scopeId} ${day} bot` : `${scopeId} ${day}`;
}

/** The row of a key, an empty one when there was none. */
export function dayIn(days: Days, scopeId: string, day: string, isBot: boolean): DayCounts {
  const key = keyOf(scopeId, day, isBot);
  let found = days.get(key);
  if (!found) {
    found = { scopeId, day, isBot, total: 0, qr: 0, visitors: 0, counts: {} };
    days.set(key, found);
  }
  return found;
}

type Row = [scopeId: string, day: string, isBot: boolean, total: string, qr: string, visitors: string, counts: Counts];
type Counts = Record<string, number>;

/** Those of the rows that stand. */
export async function readDays(client: PoolClient, keys: Iterable<DayKey>): Promise<Days> {
  const wanted = [...keys];
  const { rows } = await client.query<Row>({
    name: "read-click-days",
    rowMode: "array",
    text: `
      SELECT scope_id, day::text, is_bot, total, qr, visitors, counts
      FROM unnest($1::uuid[], $2::date[], $3::boolean[]) AS wanted (scope_id, day, is_bot)
      JOIN click_days USING (scope_id, day, is_bot)`,
    values: [
      plainArray(wanted.map(({ scopeId }) => scopeId)),
      plainArray(wanted.map(({ day }) => day)),
      plainArray(wanted.map(({ isBot }) => isBot)),
    ],
  });
  const days: Days = new Map();
  for (const [scopeId, day, isBot, total, qr, visitors, counts] of rows) {
    const row = { scopeId, day, isBot, total: Number(total), qr: Number(qr), visitors: Number(visitors), counts };
    days.set(keyOf(scopeId, day, isBot), row);
  }
  return days;
}

/** Writes rows as they are given. The caller holds the lock under which it read them. */
export async function writeDays(client: PoolClient, scope: Scope, days: DayCounts[]): Promise<void> {
  if (days.length === 0) return;
  await client.query({
    name: "write-click-days",
    // JSON has no line ends outside of its strings, and escapes those inside.
    text: `
      INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
      SELECT $1::click_scope, scope_id, day, is_bot, total, qr, visitors, counts::json
      FROM unnest($2::uuid[], $3::date[], $4::boolean[], $5::bigint[], $6::bigint[], $7::bigint[], string_to_array($8, E'\\n'))
        AS written (scope_id, day, is_bot, total, qr, visitors, counts)
      ON CONFLICT (scope_id, day, is_bot) DO UPDATE SET
        total = excluded.total, qr = excluded.qr, visitors = excluded.visitors, counts = excluded.counts`,
    values: [
      scope,
      plainArray(days.map(({ scopeId }) => scopeId)),
      plainArray(days.map(({ day }) => day)),
      plainArray(days.map(({ isBot }) => isBot)),
      plainArray(days.map(({ total }) => total)),
      plainArray(days.map(({ qr }) => qr)),
      plainArray(days.map(({ visitors }) => visitors)),
      days.map(({ counts }) => JSON.stringify(counts)).join("\n"),
    ],
  });
}

/** Adds to rows that many links share. The caller holds lockSharedDays. */
export async function addToSharedDays(client: PoolClient, scope: "all" | "group", added: Days): Promise<void> {
  if (added.size === 0) return;
  const days = await readDays(client, added.values());
  for (const row of added.values()) {
    const day = dayIn(days, row.scopeId, row.day, row.isBot);
    day.total += row.total;
    day.qr += row.qr;
    day.visitors += row.visitors;
    for (const [name, count] of Object.entries(row.counts)) day.counts[name] = (day.counts[name] ?? 0) + count;
  }
  await writeDays(client, scope, [...days.values()]);
}
