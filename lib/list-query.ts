import { z } from "zod";

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

export type Page<T> = {
  items: T[];
  /** All that match, not only those on the page. */
  total: number;
  /** Given as `cursor`, asks for the next page; null on the last. */
  nextCursor: string | null;
};

/** @param rows of the page and, where there is a next one, its first */
export function toPage<T extends { id: string }>(rows: T[], limit: number, total: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, total, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
