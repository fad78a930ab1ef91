import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupsQuery } from "@/components/groups/group-queries";
import { lazyTrigger } from "@/components/ui/button/on-demand";
import { SearchField } from "@/components/ui/form/search-field";
import { SearchSelectTrigger } from "@/components/ui/form/select-button";
import { FilterFrame, FilterSelect } from "@/components/ui/table/filter-select";
import { ListToolbar } from "@/components/ui/table/list-toolbar";
import { groupOptions } from "@/components/urls/group-options";
import { OWNER_OPTIONS, type OwnerSelectProps } from "@/components/urls/list/owner-options";
import { ALL, isFiltered, NO_FILTERS, type UrlFilters } from "@/components/urls/list/url-filters";
import { fromSortValue, SORT_OPTIONS, toSortValue, type UrlSort } from "@/components/urls/list/url-sort";
import { urlToolbarClasses } from "@/components/urls/list/url-toolbar-classes";
import { creatorQuery } from "@/components/urls/url-queries";
import { STATUS_FILTER_OPTIONS } from "@/components/urls/url-status";

type UrlToolbarProps = {
  filters: UrlFilters;
  onFilter: (filters: UrlFilters) => void;
  sort: UrlSort;
  onSort: (sort: UrlSort) => void;
  /** Whether the server is searching. */
  busy: boolean;
  /** Shown beside the search field. */
  aside?: ReactNode;
  /** Shown before the sort order. */
  children?: ReactNode;
  sortClass: string;
  actions: ReactNode;
};

/** Filters for links (a search text, status, owner and group) and their sort order. */
export function UrlToolbar(props: UrlToolbarProps) {
  const { filters, onFilter, sort, onSort, busy, aside, children, sortClass, actions } = props;
  const change = (changed: Partial<UrlFilters>) => onFilter({ ...filters, ...changed });
  const groups = useQuery(groupsQuery).data ?? [];
  const { search, filter } = urlToolbarClasses;
  return (
    <ListToolbar isFiltered={isFiltered(filters)} onClear={() => onFilter(NO_FILTERS)} actions={actions}>
      <div className={search}>
        <SearchField
          label="Search URLs"
          placeholder="Code, destination or owner"
          value={filters.text}
          onChange={(text) => change({ text })}
          busy={busy}
          className="min-w-0 flex-1"
        />
        {aside}
      </div>
      <FilterSelect
        label="Filter by status"
        value={filters.status}
        onChange={(status) => change({ status })}
        options={STATUS_FILTER_OPTIONS}
        className={filter}
      />
      <OwnerFilter value={filters.creatorId} onChange={(creatorId) => change({ creatorId })} className={filter} />
      <FilterSelect
        label="Filter by group"
        value={filters.groupId}
        onChange={(groupId) => change({ groupId })}
        options={[{ value: ALL, label: "All groups" }, ...groupOptions(groups)]}
        className={filter}
      />
      {children}
      <FilterSelect
        label="Sort by"
        value={toSortValue(sort)}
        onChange={(value) => onSort(fromSortValue(value))}
        options={SORT_OPTIONS}
        className={sortClass}
      />
    </ListToolbar>
  );
}

type OwnerFilterProps = Omit<OwnerSelectProps, "label" | "shown">;

function OwnerFilter({ value, className, ...props }: OwnerFilterProps) {
  const fixed = OWNER_OPTIONS.find((option) => option.value === value);
  const found = useQuery({ ...creatorQuery(value), enabled: !fixed }).data;
  const shown = fixed?.label ?? found?.[0]?.name ?? "Owner";
  return (
    <FilterFrame className={className}>
      <OwnerSelect {...props} label="Filter by owner" value={value} shown={shown} className="border-line bg-canvas" />
    </FilterFrame>
  );
}

const OwnerSelect = lazyTrigger<OwnerSelectProps>(SearchSelectTrigger, () =>
  import("@/components/urls/list/owner-select").then((file) => file.OwnerSelect),
);
