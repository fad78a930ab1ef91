"use client";

import { ColumnsButton } from "@/components/ui/columns-face";
import type { ColumnsMenuProps } from "@/components/ui/columns-menu";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { lazyTrigger } from "@/components/ui/on-demand";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/admin-maintenance-buttons";
import { UrlFilterFields } from "@/components/urls/url-filter-fields";
import { isFiltered, NO_FILTERS, type UrlFilters } from "@/components/urls/url-filters";
import { urlTableLayout } from "@/components/urls/url-layout";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/url-sort";
import { urlToolbarClasses } from "@/components/urls/url-toolbar-classes";
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
  return (
    <ListToolbar
      isFiltered={isFiltered(filters)}
      onClear={() => onFilter(NO_FILTERS)}
      actions={<AdminMaintenanceButtons actions={maintenance} className={urlToolbarClasses.maintenance} />}
    >
      <UrlFilterFields
        filters={filters}
        onFilter={onFilter}
        busy={busy}
        aside={<AdminMaintenanceMenu actions={maintenance} className={urlToolbarClasses.menu} />}
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

const ColumnsMenu = lazyTrigger<ColumnsMenuProps>(
  ({ columnsKey, columns, ...button }) => <ColumnsButton {...button} />,
  () => import("@/components/ui/columns-menu").then((file) => file.ColumnsMenu),
);
