import { readPool } from "@/lib/db/read-pool";
import { queryRows, type Sql, sql } from "@/lib/db/sql";
import { AppError } from "@/lib/errors";
import { CURSOR_INVALID } from "@/lib/list-query";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { CURSOR_SEPARATOR, type UrlSort } from "@/lib/urls/list-schema";

/** Sort key besides the id; null for createdAt, as ids are UUIDv7 and sort by creation time. */
export function toSortKey(sort: UrlSort): Sql | null {
  switch (sort) {
    case "createdAt":
    case "-createdAt":
      return null;
    case "clickCount":
    case "-clickCount":
      return sql`click_count`;
    case "updatedAt":
    case "-updatedAt":
      return sql`updated_at`;
    case "shortCode":
    case "-shortCode":
      return sql`lower(short_code)`;
    case "originalUrl":
    case "-originalUrl":
      return sql`original_url`;
  }
}

export function toOrderBy(sort: UrlSort): Sql {
  const key = toSortKey(sort);
  const direction = isDescending(sort) ? sql`DESC` : sql`ASC`;
  return key ? sql`${key} ${direction}, id ${direction}` : sql`id ${direction}`;
}

/**
 * Matches links that sort after the cursor.
 *
 * @throws AppError invalid if the cursor's link is unknown or not visible
 */
export async function after(cursor: string, sort: UrlSort, scope: Sql): Promise<Sql> {
  const [id = "", value] = cursor.split(CURSOR_SEPARATOR);
  const operator = isDescending(sort) ? sql`<` : sql`>`;
  const key = toSortKey(sort);
  if (!key) return sql`id ${operator} ${id}::uuid`;
  if (isByClicks(sort) && value) return sql`(${key}, id) ${operator} (${BigInt(value)}::bigint, ${id}::uuid)`;
  if (isByChange(sort) && value) return sql`(${key}, id) ${operator} (${toTimestamp(Number(value))}, ${id}::uuid)`;
  const [last] = await queryRows<{ value: string | Date }>(
    readPool(),
    sql`SELECT ${key} AS value FROM short_urls WHERE id = ${id}::uuid AND ${scope}`,
  );
  if (!last) throw new AppError("invalid", CURSOR_INVALID, "cursor");
  return sql`(${key}, id) ${operator} (${last.value}, ${id}::uuid)`;
}

/** A cursor. Includes the click count or time of change if the list is sorted by it, as it may change between pages. */
export function toCursor({ id, clickCount, updatedAt }: ShortUrlRow, sort: UrlSort): string {
  if (isByClicks(sort)) return `${id}${CURSOR_SEPARATOR}${clickCount}`;
  return isByChange(sort) ? `${id}${CURSOR_SEPARATOR}${updatedAt.getTime()}` : id;
}

/** Avoids a conversion to text, which Postgres would reject for some years. */
export function toTimestamp(milliseconds: number): Sql {
  return sql`('epoch'::timestamptz + ${milliseconds}::float8 * interval '1 millisecond')`;
}

function isByChange(sort: UrlSort): boolean {
  return sort === "updatedAt" || sort === "-updatedAt";
}

function isByClicks(sort: UrlSort): boolean {
  return sort === "clickCount" || sort === "-clickCount";
}

function isDescending(sort: UrlSort): boolean {
  return sort.startsWith("-");
}
