import { NO_GROUP } from "@/components/urls/group-options";
import { matchesName, type SearchWord } from "@/lib/search-text";
import { type ListedUrl, URL_STATUSES, type UrlStatus } from "@/lib/urls/types";

export const ALL = "all";

export type UrlFilters = {
  text: string;
  status: UrlStatus | typeof ALL;
  /** An id, NO_GROUP or ALL. */
  groupId: string;
};

export const NO_FILTERS: UrlFilters = { text: "", status: ALL, groupId: ALL };

export function isFiltered({ text, status, groupId }: UrlFilters): boolean {
  return text.trim() !== "" || status !== ALL || groupId !== ALL;
}

export function toStatusFilter(value: string): UrlFilters["status"] {
  return URL_STATUSES.find((status) => status === value) ?? ALL;
}

/**
 * The links that match: each word of the text in short code or destination, as a short URL, or in the creator's name. In
 * SQL: lib/urls/list.ts.
 */
export function filterUrls(
  urls: readonly ListedUrl[],
  { status, groupId }: Pick<UrlFilters, "status" | "groupId">,
  words: readonly SearchWord[],
): ListedUrl[] {
  const wantedGroup = groupId === NO_GROUP ? null : groupId;
  return urls.filter(
    (url) =>
      (status === ALL || url.status === status) &&
      (groupId === ALL || url.groupId === wantedGroup) &&
      (words.length === 0 || matchesAll(url, words)),
  );
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
