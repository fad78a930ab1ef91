"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminMaintenanceButtons } from "@/components/bulk-jobs/admin-maintenance-buttons";
import { groupsQuery } from "@/components/data/query-options";
import { Button } from "@/components/ui/button";
import { FilterSelect } from "@/components/ui/filter-select";
import { SearchField } from "@/components/ui/search-field";
import { groupOptions } from "@/components/urls/group-options";
import { ALL, isFiltered, NO_FILTERS, toStatusFilter, type UrlFilters } from "@/components/urls/url-filters";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/url-sort";
import { statusOptions } from "@/components/urls/url-status";
import { urlToolbarClasses } from "@/components/urls/url-table-layout";

type UrlTableToolbarProps = {
  filters: UrlFilters;
  onFilter: (filters: UrlFilters) => void;
  sort: UrlSort;
  onSort: (sort: UrlSort) => void;
  busy: boolean;
};

const STATUS_OPTIONS = [{ value: ALL, label: "All statuses" }, ...statusOptions(true)];

export function UrlTableToolbar({ filters, onFilter, sort, onSort, busy }: UrlTableToolbarProps) {
  const groups = useQuery(groupsQuery).data ?? [];
  const change = (changed: Partial<UrlFilters>) => onFilter({ ...filters, ...changed });
  return (
    <div className={urlToolbarClasses.toolbar}>
      <SearchField
        label="Search URLs"
        placeholder="Search code or destination"
        value={filters.text}
        onChange={(text) => change({ text })}
        busy={busy}
        className={urlToolbarClasses.search}
      />
      <FilterSelect
        label="Filter by status"
        value={filters.status}
        onChange={(value) => change({ status: toStatusFilter(value) })}
        options={STATUS_OPTIONS}
        className={urlToolbarClasses.filter}
      />
      <FilterSelect
        label="Filter by group"
        value={filters.groupId}
        onChange={(groupId) => change({ groupId })}
        options={[{ value: ALL, label: "All groups" }, ...groupOptions(groups)]}
        className={urlToolbarClasses.filter}
      />
      <FilterSelect
        label="Sort by"
        value={toSortValue(sort)}
        onChange={(value) => onSort(fromSortValue(value))}
        options={SORT_OPTIONS}
        className={urlToolbarClasses.sort}
      />
      {isFiltered(filters) && (
        <Button variant="ghost" className="col-span-2" onClick={() => onFilter(NO_FILTERS)}>
          Clear Filters
        </Button>
      )}
      <AdminMaintenanceButtons className={urlToolbarClasses.maintenance} />
    </div>
  );
}
