"use client";

import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { TableCell, TableRow } from "@/components/ui/table";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";
import { UserRowActions } from "@/components/users/user-row-actions";
import { formatCount } from "@/lib/format";
import { roleLabel } from "@/lib/users/policy";
import type { User } from "@/lib/users/types";

type UserRowProps = { user: User; isSelf: boolean; canManage: boolean };

export const UserRow = memo(function UserRow({ user, isSelf, canManage }: UserRowProps) {
  return (
    <TableRow className="grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 transition-colors [grid-template-areas:'name_name_status'_'email_email_email'_'role_limit_actions'] first:border-t-0 hover:bg-canvas @table:first:border-t @table:p-0 dark:hover:bg-hover/40">
      <TableCell className="[grid-area:name]">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <span className="truncate font-medium text-base text-ink" title={userName(user)}>
            {userName(user)}
          </span>
          {isSelf && <span className="shrink-0 text-muted text-xs">You</span>}
        </p>
      </TableCell>
      <TableCell className="mt-1 [grid-area:email] @table:mt-0">
        <p className="truncate text-base text-muted" title={user.email}>
          {user.email}
        </p>
      </TableCell>
      <TableCell className="mt-2 [grid-area:role] @table:mt-0">
        <Badge variant="outline">{roleLabel(user.role)}</Badge>
      </TableCell>
      <TableCell className="[grid-area:status]">
        <Badge variant={USER_STATUS_BADGE[user.status]}>{user.status}</Badge>
      </TableCell>
      <TableCell className="mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:mt-0 @table:text-base">
        {formatCount(user.urlLimit)} URL limit
      </TableCell>
      <TableCell className="mt-2 -mr-2 min-h-8 pointer-coarse:min-h-10 [grid-area:actions] @table:mt-0 @table:mr-0">
        {canManage && <UserRowActions user={user} />}
      </TableCell>
    </TableRow>
  );
});
