import { SEARCH_TOO_LONG } from "@/lib/list-query";
import { SEARCH_MIN_LENGTH } from "@/lib/search/types";
import { SEARCH_MAX_LENGTH } from "@/lib/search-text";
import * as z from "@/lib/zod";

export const SEARCH_TOO_SHORT = `\`q\` must be at least ${SEARCH_MIN_LENGTH} characters.`;

/** Query of GET /api/search. */
export const searchQuerySchema = z.object({
  q: z.string(SEARCH_TOO_SHORT).trim().min(SEARCH_MIN_LENGTH, SEARCH_TOO_SHORT).max(SEARCH_MAX_LENGTH, SEARCH_TOO_LONG),
});

export type SearchQuery = z.infer<typeof searchQuerySchema>;
