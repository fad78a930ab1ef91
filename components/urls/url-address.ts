import { type AddressFormat, readId, readOption, readSearchText } from "@/components/data/address";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, type UrlFilters } from "@/components/urls/url-filters";
import { toUrlSearch } from "@/components/urls/url-search";
import { fromSortValue, type UrlSort } from "@/components/urls/url-sort";
import { URL_STATUSES } from "@/lib/urls/types";

export type UrlListState = { filters: UrlFilters; sort: UrlSort };

/** The table of links in the address, in the terms of GET /api/urls. */
export const urlAddress: AddressFormat<UrlListState> = {
  keys: ["q", "status", "group", "sort"],
  typed: ["q"],
  read: (params) => ({
    filters: {
      text: readSearchText(params, "q"),
      status: readOption(params, "status", { options: URL_STATUSES, fallback: ALL }),
      groupId: params.get("group") === NO_GROUP ? NO_GROUP : (readId(params, "group") ?? ALL),
    },
    sort: fromSortValue(params.get("sort") ?? ""),
  }),
  write: ({ filters, sort }) => Object.fromEntries(new URLSearchParams(toUrlSearch(filters, sort))),
};
