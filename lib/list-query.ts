import { z } from "zod";
import type { Total } from "@/lib/format";

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;
export const SEARCH_MAX_LENGTH = 200;

export const LIMIT_NO_NUMBER = "Limit must be a number";
export const LIMIT_OUT_OF_RANGE = "Limit must be a whole number from 1 to 1,000";
export const CURSOR_INVALID = "Invalid cursor";
export const SEARCH_TOO_LONG = "Search text must be at most 200 characters";

/** What every list call takes (design section 8). A cursor is the id of the last item of the page before. */
export const pageFields = {
  limit: z.coerce
    .number(LIMIT_NO_NUMBER)
    .int(LIMIT_OUT_OF_RANGE)
    .min(1, LIMIT_OUT_OF_RANGE)
    .max(MAX_PAGE_SIZE, LIMIT_OUT_OF_RANGE)
    .optional(),
  cursor: z.uuid(CURSOR_INVALID).optional(),
};

/** What is searched for; empty: everything. */
export const searchSchema = z.string().trim().max(SEARCH_MAX_LENGTH, SEARCH_TOO_LONG).optional();

/** How many are counted where counting more would take longer than the page itself. */
export const MAX_COUNTED = 10_000;

export type Page<T> = Total & {
  items: T[];
  /** Given as `cursor`, asks for the next page; null on the last. */
  nextCursor: string | null;
};

/** @param counted with a limit of `most + 1` */
export function toTotal(counted: number, most = MAX_COUNTED): Total {
  return counted > most ? { total: most, hasMoreThanTotal: true } : { total: counted };
}

/** @param rows of the page and, where there is a next one, its first */
export function toPage<T extends { id: string }>(
  rows: T[],
  limit: number,
  total: Total,
  cursorOf: (last: T) => string = ({ id }) => id,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, ...total, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}
