import { type AddressFormat, readId, readOption, readSearchText } from "@/components/data/address";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR, NOT_DELETED, type UrlFilters } from "@/components/urls/list/url-filters";
import { fromSortValue, NEWEST_FIRST, toSortValue, type UrlSort } from "@/components/urls/list/url-sort";
import { URL_STATUS_FILTERS } from "@/lib/urls/types";

type UrlListState = { filters: UrlFilters; sort: UrlSort };

/** The table of links in the address, in the terms of GET /api/urls. */
export const urlAddress: AddressFormat<UrlListState> = {
  keys: ["q", "status", "group", "creator", "sort"],
  typed: ["q"],
  read: (params) => ({
    filters: {
      text: readSearchText(params),
      status: readOption(params, "status", { options: URL_STATUS_FILTERS, fallback: NOT_DELETED }),
      groupId: params.get("group") === NO_GROUP ? NO_GROUP : (readId(params, "group") ?? ALL),
      creatorId: params.get("creator") === NO_CREATOR ? NO_CREATOR : (readId(params, "creator") ?? ALL),
    },
    sort: fromSortValue(params.get("sort") ?? ""),
  }),
  write: ({ filters, sort }) => Object.fromEntries(new URLSearchParams(toUrlSearch(filters, sort))),
};

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
