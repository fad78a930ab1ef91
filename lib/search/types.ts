import type { ListedUrl } from "@/lib/urls/types";
import type { User } from "@/lib/users/types";

/** Minimum length of a search text, in characters: a single letter would find nearly everything. */
export const SEARCH_MIN_LENGTH = 2;
/** Maximum number of links, and of people, that a search returns. */
export const MAX_FOUND = 6;

/** Response of GET /api/search. */
export type SearchResult = {
  urls: ListedUrl[];
  /** GET /api/urls with the same `q` finds more. */
  hasMoreUrls: boolean;
  /** Empty for those who may not list users. */
  people: User[];
  /** GET /api/users with the same `q` finds more. */
  hasMorePeople: boolean;
};
