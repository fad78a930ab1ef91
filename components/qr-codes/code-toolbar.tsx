"use client";

import { FileButtons } from "@/components/qr-codes/file-buttons";
import type { FileTarget } from "@/components/qr-codes/file-target";
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
  /** All codes that match. */
  target: FileTarget;
};

/** As above the table of links; sorted here, as cards have no headings. */
export function CodeToolbar({ filters, onFilter, sort, onSort, busy, target }: CodeToolbarProps) {
  return (
    <ListToolbar
      isFiltered={isFiltered(filters)}
      onClear={() => onFilter(NO_FILTERS)}
      actions={
        <div className="col-span-2 grid grid-cols-2 gap-2 @table:ml-auto @table:flex">
          <FileButtons variant="secondary" target={target} />
        </div>
      }
    >
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
