import { ALL, NOT_DELETED, type UrlFilters } from "@/components/urls/url-filters";
import { NEWEST_FIRST, toSortValue, type UrlSort } from "@/components/urls/url-sort";

/** Filters and sort order as the query string of GET /api/urls; empty for all but deleted links, newest first. */
export function toUrlSearch({ text, status, groupId, creatorId }: UrlFilters, sort: UrlSort): string {
  const search = new URLSearchParams();
  const order = toSortValue(sort);
  if (text.trim()) search.set("q", text.trim());
  if (status !== NOT_DELETED) search.set("status", status);
  if (groupId !== ALL) search.set("group", groupId);
  if (creatorId !== ALL) search.set("creator", creatorId);
  if (order !== toSortValue(NEWEST_FIRST)) search.set("sort", order);
  return search.toString();
}
