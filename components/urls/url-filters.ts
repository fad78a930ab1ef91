import { NO_GROUP } from "@/components/urls/group-options";
import { type ShortUrl, URL_STATUSES, type UrlStatus } from "@/lib/urls/types";

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

/** The text is searched in short code and destination, ignoring case. */
export function filterUrls(urls: readonly ShortUrl[], { text, status, groupId }: UrlFilters): ShortUrl[] {
  const needle = text.trim().toLowerCase();
  const wantedGroup = groupId === NO_GROUP ? null : groupId;
  return urls.filter(
    (url) =>
      (status === ALL || url.status === status) &&
      (groupId === ALL || url.groupId === wantedGroup) &&
      (needle === "" || url.shortCode.toLowerCase().includes(needle) || url.originalUrl.toLowerCase().includes(needle)),
  );
}
