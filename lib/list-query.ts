import type { Total } from "@/lib/format";
import { formatCount } from "@/lib/format";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";
import * as z from "@/lib/zod";

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;

const LIMIT_NO_NUMBER = "Limit must be a number";
export const LIMIT_OUT_OF_RANGE = `Limit must be a whole number from 1 to ${formatCount(MAX_PAGE_SIZE)}`;
export const CURSOR_INVALID = "Invalid cursor";
export const SEARCH_TOO_LONG = `Search text must be at most ${SEARCH_MAX_LENGTH} characters`;

/** A query parameter from 1 to `max`. */
export const countUpTo = (max: number, message: string, notANumber = message) =>
  z.coerce.number(notANumber).int(message).min(1, message).max(max, message);

/** Query parameters of every list call. `cursor` is the id of the last item of the previous page. */
export const pageFields = {
  limit: countUpTo(MAX_PAGE_SIZE, LIMIT_OUT_OF_RANGE, LIMIT_NO_NUMBER).optional(),
  cursor: z.uuid(CURSOR_INVALID).optional(),
};

/** Search text; empty matches everything. */
export const searchSchema = z.string().trim().max(SEARCH_MAX_LENGTH, SEARCH_TOO_LONG).optional();

/** Counting stops here: counting more would take longer than loading the page. */
export const MAX_COUNTED = 10_000;

export type Page<T> = Total & {
  items: T[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  nextCursor: string | null;
};

/** @param counted counted with a limit of `max + 1` */
export function toTotal(counted: number, max = MAX_COUNTED): Total {
  return counted > max ? { total: max, hasMoreThanTotal: true } : { total: counted };
}

/** @param rows the rows of the page, followed by the first row of the next page if there is one */
export function toPage<T>(rows: T[], limit: number, total: Total, cursorOf: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, ...total, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}
