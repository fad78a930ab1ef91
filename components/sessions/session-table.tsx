"use client";

import { useQuery } from "@tanstack/react-query";
import { countryLabel } from "@/components/analytics/breakdown";
import { EndOtherSessions, EndSession } from "@/components/sessions/end-session";
import { sessionsQuery } from "@/components/sessions/session-queries";
import { Badge } from "@/components/ui/badge";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { toListFailure } from "@/components/ui/table/list-states";
import { LocalDateTime } from "@/components/ui/text/local-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatDevice, plural } from "@/lib/format";
import type { Session } from "@/lib/sessions/types";

const layout: TableLayout<Session> = {
  label: "Your sessions",
  rowName: (session) => (session.isCurrent ? `${formatDevice(session)}, this session` : formatDevice(session)),
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'device_action'_'country_action'_'created_created'_'seen_seen']",
  skeletonRows: 2,
  columns: [
    {
      title: "Browser and system",
      className: "[grid-area:device]",
      skeleton: "w-40",
      cell: (session) => (
        <p className="truncate font-medium text-base text-ink" title={formatDevice(session)}>
          {formatDevice(session)}
        </p>
      ),
    },
    {
      title: "Country",
      headClass: "@table:w-36 @roomy:w-48",
      className: "text-muted text-sm [grid-area:country] @table:text-base",
      skeleton: "w-24",
      cell: ({ country }) => (country ? countryLabel(country) : "Unknown country"),
    },
    {
      title: "Signed in",
      headClass: "@table:w-40 @roomy:w-52",
      className: "mt-1 text-muted text-sm tabular-nums [grid-area:created] @table:mt-0 @table:text-base",
      skeleton: "w-32",
      cell: ({ createdAt }) => (
        <>
          <span className="@table:hidden">Signed in </span>
          <LocalDateTime iso={createdAt} />
        </>
      ),
    },
    {
      title: "Last seen",
      headClass: "@table:w-28 @roomy:w-36",
      className: "text-muted text-sm tabular-nums [grid-area:seen] @table:text-base",
      skeleton: "w-20",
      cell: ({ isCurrent, lastSeenAt }) => (
        <>
          <span className="@table:hidden">Last seen </span>
          {isCurrent ? "now" : <RelativeTime iso={lastSeenAt} />}
        </>
      ),
    },
    {
      title: "Actions",
      isTitleHidden: true,
      align: "right",
      headClass: "@table:w-32 @roomy:w-36",
      className: "text-right [grid-area:action]",
      skeleton: "ml-auto h-6 w-24",
      cell: (session) =>
        session.isCurrent ? <Badge className="normal-case">This session</Badge> : <EndSession session={session} />,
    },
  ],
};

/** Where the user is signed in. Never empty: it includes the current session. */
export function SessionTable() {
  const query = useQuery(sessionsQuery);
  const sessions = query.data;
  return (
    <DataTable
      layout={layout}
      rows={sessions}
      context={undefined}
      failure={toListFailure("Your sessions could not be loaded", query)}
      footer={plural(sessions?.length ?? 0, "session")}
      footerAction={sessions?.some(({ isCurrent }) => !isCurrent) && <EndOtherSessions />}
    />
  );
}

export function SessionTableSkeleton() {
  return <DataTableSkeleton layout={layout} />;
}
