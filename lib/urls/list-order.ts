import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { CURSOR_INVALID } from "@/lib/list-query";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { CURSOR_SEPARATOR, SORT_KEY_MARKS, type UrlSort } from "@/lib/urls/list-schema";

type Field = Exclude<UrlSort, `-${string}`>;

const KEYS: Record<Field, Sql | null> = {
  createdAt: null,
  clickCount: sql`click_count`,
  updatedAt: sql`updated_at`,
  shortCode: sql`lower(short_code)`,
  originalUrl: sql`original_url`,
};

/** Sort key besides the id; null for createdAt, as ids are UUIDv7 and sort by creation time. */
export function toSortKey(sort: UrlSort): Sql | null {
  return KEYS[fieldOf(sort)];
}

export function toOrderBy(sort: UrlSort): Sql {
  const key = toSortKey(sort);
  const direction = isDescending(sort) ? sql`DESC` : sql`ASC`;
  return key ? sql`${key} ${direction}, id ${direction}` : sql`id ${direction}`;
}

/**
 * Matches links that sort after the cursor.
 *
 * @throws AppError invalid if the cursor has no sort key and its link is unknown or not visible
 */
export async function after(cursor: string, sort: UrlSort, scope: Sql): Promise<Sql> {
  const [id = "", value = ""] = cursor.split(CURSOR_SEPARATOR);
  const operator = isDescending(sort) ? sql`<` : sql`>`;
  const key = toSortKey(sort);
  if (!key) return sql`id ${operator} ${id}::uuid`;
  const keyOfLast = toKey(value, fieldOf(sort));
  if (keyOfLast) return sql`(${key}, id) ${operator} (${keyOfLast}, ${id}::uuid)`;
  const [last] = await queryRows<{ value: string | Date }>(
    readPool(),
    sql`SELECT ${key} AS value FROM short_urls WHERE id = ${id}::uuid AND ${scope}`,
  );
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  return sql`(${key}, id) ${operator} (${last.value}, ${id}::uuid)`;
}

/** The sort key in a cursor; null if it has none, or that of another order. */
function toKey(value: string, field: Field): Sql | null {
  if (field === "clickCount") return /^\d+$/.test(value) ? sql`${BigInt(value)}::bigint` : null;
  if (field === "createdAt" || field === "originalUrl" || !value.startsWith(SORT_KEY_MARKS[field])) return null;
  const key = value.slice(1);
  return field === "shortCode" ? sql`lower(${key})` : toTimestamp(Number(key));
}

/**
 * A cursor. Includes the sort key, as the link may change or go out of sight between pages, but for destinations, which
 * are too long.
 */
export function toCursor({ id, clickCount, updatedAt, shortCode }: ShortUrlRow, sort: UrlSort): string {
  const keys = {
    clickCount,
    updatedAt: SORT_KEY_MARKS.updatedAt + updatedAt.getTime(),
    shortCode: SORT_KEY_MARKS.shortCode + shortCode,
    createdAt: null,
    originalUrl: null,
  };
  const key = keys[fieldOf(sort)];
  return key === null ? id : `${id}${CURSOR_SEPARATOR}${key}`;
}

/** Avoids a conversion to text, which Postgres would reject for some years. */
export function toTimestamp(milliseconds: number): Sql {
  return sql`('epoch'::timestamptz + ${milliseconds}::float8 * interval '1 millisecond')`;
}

function fieldOf(sort: UrlSort): Field {
  return sort.replace("-", "") as Field;
}

function isDescending(sort: UrlSort): boolean {
  return sort.startsWith("-");
}
