"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { toListFailure } from "@/components/ui/table/list-states";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { CreateUnknownCode, DismissUnknownCode } from "@/components/unknown-codes/unknown-code-actions";
import { unknownCodesQuery } from "@/components/unknown-codes/unknown-code-queries";
import { splitDestination } from "@/components/urls/short-link-text";
import { formatCount, plural } from "@/lib/format";
import type { SuggestedUrl, UnknownCode } from "@/lib/urls/types";

type Row = UnknownCode & { id: string };

const layout: TableLayout<Row> = {
  label: "Unknown codes",
  rowName: ({ code }) => code,
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'code_visits'_'near_near'_'seen_seen'_'actions_actions']",
  skeletonRows: 5,
  columns: [
    {
      title: "Code",
      headClass: "@table:w-[26%]",
      className: "[grid-area:code]",
      skeleton: "w-32",
      cell: ({ code }) => (
        <p translate="no" className="truncate font-medium font-mono text-ink text-sm" title={code}>
          {code}
        </p>
      ),
    },
    {
      title: "Visits",
      align: "right",
      headClass: "@table:w-24",
      className: "text-right text-base tabular-nums [grid-area:visits]",
      skeleton: "ml-auto w-10",
      cell: ({ visits }) => (
        <>
          {formatCount(visits)}
          <span className="@table:hidden"> visits</span>
        </>
      ),
    },
    {
      title: "Last visit",
      headClass: "@table:w-36",
      className: "text-muted text-sm [grid-area:seen] @table:text-base",
      skeleton: "w-20",
      cell: ({ lastSeenAt }) => <RelativeTime iso={lastSeenAt} />,
    },
    {
      title: "Similar short code",
      className: "mt-1 min-w-0 [grid-area:near] @table:mt-0",
      skeleton: "w-48",
      cell: ({ suggestion }) => <Suggestion url={suggestion} />,
    },
    {
      title: "Actions",
      isTitleHidden: true,
      align: "right",
      headClass: "@table:w-48 @roomy:w-52 print:hidden",
      className: "mt-2 text-right [grid-area:actions] @table:mt-0 print:hidden",
      skeleton: "ml-auto h-6 w-36",
      cell: ({ code }) => (
        <div className="flex gap-2 @table:justify-end">
          <CreateUnknownCode code={code} />
          <DismissUnknownCode code={code} />
        </div>
      ),
    },
  ],
};

/** The existing link one typo away. */
function Suggestion({ url }: { url: SuggestedUrl | null }) {
  if (!url) {
    return (
      <span className="hidden @table:inline">
        <EmptyValue label="No similar short code" />
      </span>
    );
  }
  const { host, rest } = splitDestination(url.originalUrl);
  return (
    <p className="truncate text-muted text-sm" title={`${url.shortUrl} leads to ${url.originalUrl}`}>
      <span className="@table:hidden">Similar: </span>
      <a
        translate="no"
        href={url.shortUrl}
        target="_blank"
        rel="noreferrer"
        className="font-mono text-ink hover:underline"
      >
        {url.shortCode}
      </a>
      {url.status === "paused" && " (paused)"}
      <span className="hidden @roomy:inline">
        {" "}
        · {host}
        {rest}
      </span>
    </p>
  );
}

/** Codes that visitors tried and no link has, for overall_admins. */
export function UnknownCodeTable() {
  const query = useQuery(unknownCodesQuery);
  const list = query.data;
  const rows = useMemo(() => list?.items.map((item): Row => ({ ...item, id: item.code })), [list]);
  const countText =
    list && list.total > list.items.length
      ? `The ${list.items.length} most visited of ${plural(list.total, "unknown code")}`
      : plural(rows?.length ?? 0, "unknown code");
  return (
    <DataTable
      layout={layout}
      rows={rows}
      context={undefined}
      failure={toListFailure("Unknown codes could not be loaded", query)}
      empty={
        <EmptyState
          icon={SearchX}
          title="No unknown codes"
          description="Codes that no link uses appear here once visitors have tried them at least twice."
        />
      }
      footer={`${countText} · bots excluded, kept for 90 days`}
    />
  );
}

export function UnknownCodeTableSkeleton() {
  return <DataTableSkeleton layout={layout} />;
}
