import { type AddressFormat, readId, readOption, readSearchText } from "@/components/data/address";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR, NOT_DELETED, type UrlFilters } from "@/components/urls/url-filters";
import { toUrlSearch } from "@/components/urls/url-search";
import { fromSortValue, type UrlSort } from "@/components/urls/url-sort";
import { URL_STATUS_FILTERS } from "@/lib/urls/types";

export type UrlListState = { filters: UrlFilters; sort: UrlSort };

/** The table of links in the address, in the terms of GET /api/urls. */
export const urlAddress: AddressFormat<UrlListState> = {
  keys: ["q", "status", "group", "creator", "sort"],
  typed: ["q"],
  read: (params) => ({
    filters: {
      text: readSearchText(params, "q"),
      status: readOption(params, "status", { options: URL_STATUS_FILTERS, fallback: NOT_DELETED }),
      groupId: params.get("group") === NO_GROUP ? NO_GROUP : (readId(params, "group") ?? ALL),
      creatorId: params.get("creator") === NO_CREATOR ? NO_CREATOR : (readId(params, "creator") ?? ALL),
    },
    sort: fromSortValue(params.get("sort") ?? ""),
  }),
  write: ({ filters, sort }) => Object.fromEntries(new URLSearchParams(toUrlSearch(filters, sort))),
};
