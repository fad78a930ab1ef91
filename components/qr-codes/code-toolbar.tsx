"use client";

import { Download } from "lucide-react";
import { LazyZipDialog } from "@/components/qr-codes/lazy-zip-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { UrlFilterFields } from "@/components/urls/url-filter-fields";
import { isFiltered, NO_FILTERS, type UrlFilters } from "@/components/urls/url-filters";
import { toUrlSearch } from "@/components/urls/url-search";
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
    <ListToolbar
      isFiltered={isFiltered(filters)}
      onClear={() => onFilter(NO_FILTERS)}
      actions={
        <DialogButton
          variant="secondary"
          className="col-span-2 @table:ml-auto"
          intent={LazyZipDialog.intent}
          dialog={(props) => (
            <LazyZipDialog {...props} filter={Object.fromEntries(new URLSearchParams(toUrlSearch(filters, sort)))} />
          )}
        >
          <Download aria-hidden className="size-4" strokeWidth={1.75} />
          Download ZIP
        </DialogButton>
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
