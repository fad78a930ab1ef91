import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/groups/group-queries";
import { SearchField } from "@/components/ui/form/search-field";
import type { SelectOption } from "@/components/ui/form/select-button";
import { FilterSelect } from "@/components/ui/table/filter-select";
import { ListToolbar } from "@/components/ui/table/list-toolbar";
import { ALL, isFiltered, NO_FILTERS, type UserFilters } from "@/components/users/user-filters";
import { ROLE_OPTIONS, STATUS_OPTIONS } from "@/components/users/user-labels";
import { userToolbarClasses } from "@/components/users/user-layout";

type UserTableToolbarProps = { filters: UserFilters; onChange: (filters: UserFilters) => void; busy: boolean };

export function UserTableToolbar({ filters, onChange, busy }: UserTableToolbarProps) {
  const groups = useQuery(groupsQuery).data ?? [];
  const groupOptions = groups.map(({ id, name }) => ({ value: id, label: name }));
  const change = (changed: Partial<UserFilters>) => onChange({ ...filters, ...changed });
  return (
    <ListToolbar isFiltered={isFiltered(filters)} onClear={() => onChange(NO_FILTERS)}>
      <SearchField
        label="Search users"
        placeholder="Search by name or email"
        value={filters.text}
        onChange={(text) => change({ text })}
        busy={busy}
        className={userToolbarClasses.search}
      />
      <FilterSelect
        label="Filter by role"
        value={filters.role}
        onChange={(role) => change({ role })}
        options={withAll("All roles", ROLE_OPTIONS)}
        className={userToolbarClasses.filter}
      />
      <FilterSelect
        label="Filter by status"
        value={filters.status}
        onChange={(status) => change({ status })}
        options={withAll("All statuses", STATUS_OPTIONS)}
        className={userToolbarClasses.filter}
      />
      <FilterSelect
        label="Filter by group"
        value={filters.groupId}
        onChange={(groupId) => change({ groupId })}
        options={withAll("All groups", groupOptions)}
        className={userToolbarClasses.group}
      />
    </ListToolbar>
  );
}

function withAll<Value extends string>(
  label: string,
  options: readonly SelectOption<Value>[],
): SelectOption<Value | typeof ALL>[] {
  return [{ value: ALL, label }, ...options];
}
