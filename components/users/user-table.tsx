"use client";

import { SearchX, Users } from "lucide-react";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { useUserList } from "@/components/users/use-user-list";
import { isFiltered, NO_FILTERS } from "@/components/users/user-filters";
import { UserTableBody } from "@/components/users/user-table-body";
import { UserRowsSkeleton, UserTableSkeleton } from "@/components/users/user-table-skeleton";
import { UserTableToolbar } from "@/components/users/user-table-toolbar";
import { formatCount, formatTotal } from "@/lib/format";

/** The users: filters, rows, and a face for each state that has no rows. */
export function UserTable() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const { list, users, all, searching, hasFailed, retry, retrying } = useUserList(filters);

  if (list.isPending) return <UserTableSkeleton />;
  if (!list.data) {
    return (
      <Card aria-label="Users">
        <ListFailed title="The users could not be loaded" onRetry={retry} retrying={retrying} />
      </Card>
    );
  }
  return (
    <Card aria-label="Users">
      <UserTableToolbar filters={filters} onChange={setFilters} busy={searching} />
      {hasFailed && <ListOutdated onRetry={retry} retrying={retrying} />}
      {users.length > 0 && <UserTableBody users={users} />}
      {users.length === 0 && searching && <UserRowsSkeleton />}
      {users.length === 0 && !searching && <NoRows filtered={isFiltered(filters)} />}
      <div className="flex min-h-11 items-center border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5">
        <p role="status">
          Showing {formatCount(users.length)} of {formatTotal(all)} users
        </p>
      </div>
    </Card>
  );
}

function NoRows({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        role="status"
        icon={SearchX}
        title="No users match your filters"
        description="Try other words, or clear the filters."
      />
    );
  }
  return <EmptyState icon={Users} title="No users found" description="Those who may sign in are listed here." />;
}
