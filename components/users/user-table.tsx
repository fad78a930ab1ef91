"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { useActor } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { groupsQuery } from "@/components/groups/group-queries";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import { withKnownGroup } from "@/components/urls/list/url-filters";
import { useUserList } from "@/components/users/use-user-list";
import { UserDialogs, useUserDialogs } from "@/components/users/user-dialogs";
import { isFiltered, userAddress } from "@/components/users/user-filters";
import { UserToolbarSkeleton, userTableLayout } from "@/components/users/user-layout";
import { UserTableToolbar } from "@/components/users/user-table-toolbar";
import { formatCount, formatTotal } from "@/lib/format";
import { toPeopleWords } from "@/lib/search-text";

export function UserTable() {
  const actor = useActor();
  const [wanted, setFilters] = useAddressState(userAddress);
  const groups = useQuery(groupsQuery).data;
  const filters = useMemo(() => withKnownGroup(wanted, groups), [wanted, groups]);
  const words = useMemo(() => toPeopleWords(filters.text), [filters.text]);
  const { onOpen, ...dialogs } = useUserDialogs();
  const context = useMemo(() => ({ actor, words, onOpen }), [actor, words, onOpen]);
  const { list, users, total, searching, failure, more } = useUserList(filters);

  const isAwaited = users.length === 0 && searching;
  return (
    <>
      <DataTable
        layout={userTableLayout}
        rows={list.data && !isAwaited ? users : undefined}
        context={context}
        failure={failure}
        toolbar={list.data && <UserTableToolbar filters={filters} onChange={setFilters} busy={searching} />}
        empty={
          isFiltered(filters) ? (
            <NoMatch title="No users match your filters" description="Change the search or clear the filters." />
          ) : (
            <EmptyState icon={Users} title="No users found" description="Users you add will appear here." />
          )
        }
        more={more}
        footer={`Showing ${formatCount(users.length)} of ${formatTotal(total)} ${total.total === 1 ? "user" : "users"}`}
      />
      <UserDialogs {...dialogs} />
    </>
  );
}

export function UserTableSkeleton() {
  return <DataTableSkeleton layout={userTableLayout} toolbar={<UserToolbarSkeleton />} />;
}
