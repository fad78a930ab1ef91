import { Fragment } from "react";
import { Badge } from "@/components/ui/badge";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { ToolbarSkeleton } from "@/components/ui/table/list-toolbar";
import { findRanges } from "@/components/ui/text/find-ranges";
import { Highlight } from "@/components/ui/text/highlight";
import type { OpenUserDialog } from "@/components/users/user-dialogs";
import { USER_STATUS_BADGE, userName } from "@/components/users/user-labels";
import { UserRowActions } from "@/components/users/user-row-actions";
import type { Actor } from "@/lib/actor";
import { formatCount } from "@/lib/format";
import { canManageUser, roleLabel } from "@/lib/users/policy";
import type { ListedUser } from "@/lib/users/types";

type UserContext = {
  actor: Actor;
  /** Search terms to highlight. */
  words: readonly string[];
  onOpen: OpenUserDialog;
};

export const userTableLayout: TableLayout<ListedUser, UserContext> = {
  label: "Users",
  rowName: (user) => `${userName(user)}, ${user.email}, ${roleLabel(user.role)}, ${user.status}`,
  rowClass:
    "grid-cols-[auto_minmax(0,1fr)_auto] [grid-template-areas:'name_name_status'_'email_email_email'_'role_limit_actions']",
  columns: [
    {
      title: "Name",
      headClass: "@table:w-[21%] @roomy:w-[24%]",
      className: "[grid-area:name]",
      skeleton: "w-36",
      cell: (user, { actor, words }) => (
        <>
          <p className="flex min-w-0 items-baseline gap-1.5">
            <span className="truncate font-medium text-base text-ink" title={userName(user)}>
              <Highlight text={userName(user)} ranges={findRanges(userName(user), words)} />
            </span>
            {user.id === actor.id && <span className="shrink-0 text-muted text-xs">You</span>}
          </p>
          <UserGroups {...user} />
        </>
      ),
    },
    {
      title: "Email",
      className: "mt-1 [grid-area:email] @table:mt-0",
      skeleton: "w-56",
      cell: ({ email }, { words }) => (
        <p className="truncate text-base text-muted" title={email}>
          <Highlight text={email} ranges={findRanges(email, words)} />
        </p>
      ),
    },
    {
      title: "Role",
      headClass: "@table:w-30 @roomy:w-36",
      className: "mt-2 [grid-area:role] @table:mt-0",
      skeleton: "h-6 w-24 rounded-full",
      cell: ({ role }) => <Badge variant="outline">{roleLabel(role)}</Badge>,
    },
    {
      title: "Status",
      headClass: "@table:w-24 @roomy:w-28",
      className: "[grid-area:status]",
      skeleton: "h-6 w-16 rounded-full",
      cell: ({ status }) => <Badge variant={USER_STATUS_BADGE[status]}>{status}</Badge>,
    },
    {
      title: "URL limit",
      headClass: "@table:w-26 @roomy:w-42",
      className:
        "mt-2 whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:mt-0 @table:text-base",
      skeleton: "w-20",
      cell: ({ activeUrlCount, urlLimit }) => (
        <>
          <span className="@table:block @roomy:inline">
            <span className="text-ink">{formatCount(activeUrlCount)}</span> of{" "}
          </span>
          <span>{`${formatCount(urlLimit)} URL limit`}</span>
        </>
      ),
    },
    {
      title: "Actions",
      align: "right",
      headClass: "@table:w-18 @roomy:w-24 print:hidden",
      className: "mt-2 -mr-2 min-h-8 pointer-coarse:min-h-10 [grid-area:actions] @table:mt-0 @table:mr-0 print:hidden",
      skeleton: "ml-auto size-8",
      cell: (user, { actor, onOpen }) => canManageUser(actor, user) && <UserRowActions user={user} onOpen={onOpen} />,
    },
  ],
};

/** The first groups in one line, which its tooltip shows in full, and how many more there are. */
function UserGroups({ groups, groupCount }: Pick<ListedUser, "groups" | "groupCount">) {
  if (groups.length === 0) return null;
  const names = groups.map(({ name }) => name).join(", ");
  const others = groupCount - groups.length;
  const more = others > 0 && ` and ${formatCount(others)} more`;
  return (
    <p className="flex min-w-0 text-muted text-sm" title={`${names}${more || ""}`}>
      <span className="truncate">
        <span className="sr-only">Groups: </span>
        {groups.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ", "}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </span>
      {more && <span className="shrink-0 whitespace-pre">{more}</span>}
    </p>
  );
}

export const userToolbarClasses = {
  search: "col-span-2 @table:w-64 @roomy:w-72",
  filter: "@table:w-32 @table:pointer-coarse:w-36 @roomy:w-36",
  group: "col-span-2 @table:w-32 @roomy:w-40",
} as const;

export function UserToolbarSkeleton() {
  const { search, filter, group } = userToolbarClasses;
  return <ToolbarSkeleton fields={[search, filter, filter, group]} />;
}
