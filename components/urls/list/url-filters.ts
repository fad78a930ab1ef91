import { NO_GROUP } from "@/components/urls/group-options";
import { matchesName, type SearchWord } from "@/lib/search-text";
import type { ListedUrl, UrlStatusFilter } from "@/lib/urls/types";

export const ALL = "all";
/** The default status filter: all but deleted. */
export const NOT_DELETED = "not-deleted";
/** Links without a creator, which API keys created for their group. */
export const NO_CREATOR = "none";

export type UrlFilters = {
  text: string;
  status: UrlStatusFilter | typeof NOT_DELETED;
  /** An id, NO_GROUP or ALL. */
  groupId: string;
  /** An id, NO_CREATOR or ALL. */
  creatorId: string;
};

export const NO_FILTERS: UrlFilters = { text: "", status: NOT_DELETED, groupId: ALL, creatorId: ALL };

export function isFiltered({ text, status, groupId, creatorId }: UrlFilters): boolean {
  return text.trim() !== "" || status !== NOT_DELETED || groupId !== ALL || creatorId !== ALL;
}

/** Whether deleted links are listed as well. */
export function asksForDeleted({ status }: UrlFilters): boolean {
  return status === "deleted" || status === ALL;
}

/** The id of the creator that links are filtered by; null if there is none. */
export function filteredCreator({ creatorId }: UrlFilters): string | null {
  return creatorId === ALL || creatorId === NO_CREATOR ? null : creatorId;
}

/**
 * The matching links: each word of the text must occur in the short code or destination, be the short URL, or occur in
 * the creator's name. The SQL version is in lib/urls/list.ts.
 */
export function filterUrls<Url extends ListedUrl>(
  urls: readonly Url[],
  { status, groupId, creatorId }: Omit<UrlFilters, "text">,
  words: readonly SearchWord[],
): Url[] {
  const wantedGroup = groupId === NO_GROUP ? null : groupId;
  const wantedCreator = creatorId === NO_CREATOR ? null : creatorId;
  return urls.filter(
    (url) =>
      hasStatus(url, status) &&
      (groupId === ALL || url.groupId === wantedGroup) &&
      (creatorId === ALL || url.createdById === wantedCreator) &&
      (words.length === 0 || matchesAll(url, words)),
  );
}

function hasStatus(url: ListedUrl, status: UrlFilters["status"]): boolean {
  if (status === NOT_DELETED) return url.status !== "deleted";
  return status === ALL || url.status === status;
}

function matchesAll({ shortCode, originalUrl, createdByName }: ListedUrl, words: readonly SearchWord[]): boolean {
  const [code, destination] = [shortCode.toLowerCase(), originalUrl.toLowerCase()];
  return words.every(
    (word) =>
      word.shortCode === code ||
      word.spellings.some((spelling) => code.includes(spelling) || destination.includes(spelling)) ||
      (createdByName !== null && matchesName(createdByName, word)),
  );
}

/**
 * Filters without a creator whom the user may not see, for example from another user's address.
 *
 * @param found the result of looking the creator up
 */
export function withKnownCreator(filters: UrlFilters, found: readonly { id: string }[] | undefined): UrlFilters {
  const id = filteredCreator(filters);
  const isKnown = id === null || !found || found.some((creator) => creator.id === id);
  return isKnown ? filters : { ...filters, creatorId: ALL };
}

/** Filters without a group that the user doesn't see, for example from another user's address. */
export function withKnownGroup<Filters extends { groupId: string }>(
  filters: Filters,
  groups: readonly { id: string }[] | undefined,
): Filters {
  const { groupId } = filters;
  const isKnown = groupId === ALL || groupId === NO_GROUP || !groups || groups.some(({ id }) => id === groupId);
  return isKnown ? filters : { ...filters, groupId: ALL };
}
