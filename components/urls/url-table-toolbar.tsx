"use client";

import { ColumnsMenu } from "@/components/ui/columns-button";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { SearchField } from "@/components/ui/search-field";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/admin-maintenance-buttons";
import { GroupFilter, OwnerFilter } from "@/components/urls/url-filter-fields";
import { isFiltered, NO_FILTERS, toStatusFilter, type UrlFilters } from "@/components/urls/url-filters";
import { urlTableLayout, urlToolbarClasses } from "@/components/urls/url-layout";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/url-sort";
import { STATUS_FILTER_OPTIONS } from "@/components/urls/url-status";
import { useMaintenance } from "@/components/urls/use-maintenance";

type UrlTableToolbarProps = {
  filters: UrlFilters;
  onFilter: (filters: UrlFilters) => void;
  sort: UrlSort;
  onSort: (sort: UrlSort) => void;
  busy: boolean;
};

export function UrlTableToolbar({ filters, onFilter, sort, onSort, busy }: UrlTableToolbarProps) {
  const maintenance = useMaintenance();
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
          placeholder="Code, destination or owner"
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
        options={STATUS_FILTER_OPTIONS}
        className={urlToolbarClasses.filter}
      />
      <OwnerFilter
        value={filters.creatorId}
        onChange={(creatorId) => change({ creatorId })}
        className={urlToolbarClasses.filter}
      />
      <GroupFilter
        value={filters.groupId}
        onChange={(groupId) => change({ groupId })}
        className={urlToolbarClasses.filter}
      />
      <ColumnsMenu columnsKey="urls" columns={urlTableLayout.columns} />
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
