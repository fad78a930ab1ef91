"use client";

import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { UrlFilterFields } from "@/components/urls/url-filter-fields";
import { isFiltered, NO_FILTERS, type UrlFilters } from "@/components/urls/url-filters";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/url-sort";
import { urlToolbarClasses } from "@/components/urls/url-toolbar-classes";

type CodeToolbarProps = {
  filters: UrlFilters;
  onFilter: (filters: UrlFilters) => void;
  sort: UrlSort;
  onSort: (sort: UrlSort) => void;
  busy: boolean;
};

/** As above the table of links; sorted here, as cards have no headings. */
export function CodeToolbar({ filters, onFilter, sort, onSort, busy }: CodeToolbarProps) {
  return (
    <ListToolbar isFiltered={isFiltered(filters)} onClear={() => onFilter(NO_FILTERS)}>
      <UrlFilterFields filters={filters} onFilter={onFilter} busy={busy} />
      <FilterSelect
        label="Sort by"
        value={toSortValue(sort)}
        onChange={(value) => onSort(fromSortValue(value))}
        options={SORT_OPTIONS}
        className={urlToolbarClasses.filter}
      />
    </ListToolbar>
  );
}
