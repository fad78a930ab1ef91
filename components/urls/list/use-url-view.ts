import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAddressState } from "@/components/data/use-address-state";
import { groupsQuery } from "@/components/groups/group-queries";
import { urlAddress } from "@/components/urls/list/url-address";
import { filteredCreator, type UrlFilters, withKnownCreator, withKnownGroup } from "@/components/urls/list/url-filters";
import { nextSort, type SortColumn, type UrlSort } from "@/components/urls/list/url-sort";
import { creatorQuery } from "@/components/urls/url-queries";

/** Filters and sort order of the table of links, kept in the address. */
export function useUrlView() {
  const [{ filters: wanted, sort }, setView] = useAddressState(urlAddress);
  const groups = useQuery(groupsQuery).data;
  const creatorId = filteredCreator(wanted);
  const creators = useQuery({ ...creatorQuery(creatorId ?? ""), enabled: creatorId !== null }).data;
  const filters = useMemo(() => withKnownCreator(withKnownGroup(wanted, groups), creators), [wanted, groups, creators]);
  const setFilters = (changed: UrlFilters) => setView({ filters: changed, sort });
  const setSort = useCallback((changed: UrlSort) => setView({ filters, sort: changed }), [setView, filters]);
  const tableSort = useMemo(
    () => ({
      key: sort.column,
      isDescending: sort.descending,
      onSort: (column: SortColumn) => setSort(nextSort(sort, column)),
    }),
    [sort, setSort],
  );
  return { filters, setFilters, sort, setSort, tableSort };
}
