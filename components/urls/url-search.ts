import { ALL, type UrlFilters } from "@/components/urls/url-filters";
import { NEWEST_FIRST, toSortValue, type UrlSort } from "@/components/urls/url-sort";

/** Filters and sort order as the query string of GET /api/urls; empty for all, newest first. */
export function toUrlSearch({ text, status, groupId }: UrlFilters, sort: UrlSort): string {
  const search = new URLSearchParams();
  const order = toSortValue(sort);
  if (text.trim()) search.set("q", text.trim());
  if (status !== ALL) search.set("status", status);
  if (groupId !== ALL) search.set("group", groupId);
  if (order !== toSortValue(NEWEST_FIRST)) search.set("sort", order);
  return search.toString();
}
