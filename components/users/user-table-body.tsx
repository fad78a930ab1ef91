"use client";

import { useActor } from "@/components/data/use-actor";
import { Table, TableBody } from "@/components/ui/table";
import { useProgressiveCount } from "@/components/ui/use-progressive-count";
import { UserRow } from "@/components/users/user-row";
import { UserTableHead } from "@/components/users/user-table-head";
import { canManageUser } from "@/lib/users/policy";
import type { User } from "@/lib/users/types";

export function UserTableBody({ users }: { users: readonly User[] }) {
  const actor = useActor();
  const { count, ref } = useProgressiveCount(users.length);
  return (
    <>
      <Table>
        <UserTableHead />
        <TableBody>
          {users.slice(0, count).map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.id === actor?.id}
              canManage={actor !== undefined && canManageUser(actor, user)}
            />
          ))}
        </TableBody>
      </Table>
      <div ref={ref} />
    </>
  );
}
