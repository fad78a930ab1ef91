"use client";

import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/groups/group-queries";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/admin-maintenance-buttons";
import { groupOptions } from "@/components/urls/group-options";
import { ALL, isFiltered, NO_FILTERS, toStatusFilter, type UrlFilters } from "@/components/urls/url-filters";
import { urlToolbarClasses } from "@/components/urls/url-layout";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/url-sort";
import { statusOptions } from "@/components/urls/url-status";
import { useMaintenance } from "@/components/urls/use-maintenance";

type UrlTableToolbarProps = {
  filters: UrlFilters;
  onFilter: (filters: UrlFilters) => void;
  sort: UrlSort;
  onSort: (sort: UrlSort) => void;
  busy: boolean;
};

const STATUS_OPTIONS = [{ value: ALL, label: "All statuses" }, ...statusOptions(true)];

export function UrlTableToolbar({ filters, onFilter, sort, onSort, busy }: UrlTableToolbarProps) {
  const maintenance = useMaintenance();
  const groups = useQuery(groupsQuery).data ?? [];
  const change = (changed: Partial<UrlFilters>) => onFilter({ ...filters, ...changed });
  return (
    <ListToolbar
      isFiltered={isFiltered(filters)}
      onClear={() => onFilter(NO_FILTERS)}
      actions={<AdminMaintenanceButtons actions={maintenance} className={urlToolbarClasses.maintenance} />}
    >
      <div className={urlToolbarClasses.search}>
        <SearchField
          label="Search URLs"
          placeholder="Code, destination or creator"
          value={filters.text}
          onChange={(text) => change({ text })}
          busy={busy}
          className={urlToolbarClasses.searchField}
        />
        <AdminMaintenanceMenu actions={maintenance} className={urlToolbarClasses.menu} />
      </div>
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
    </ListToolbar>
  );
}
