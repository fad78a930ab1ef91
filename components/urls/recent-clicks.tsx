import { MousePointerClick } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalDateTime } from "@/components/ui/local-date";
import { Nothing } from "@/components/ui/nothing";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import type { UrlClick } from "@/lib/analytics/types";
import { cutText, formatTotal, type Total } from "@/lib/format";

/** Spec section 9. */
export const RECENT_CLICKS = 10;
const USER_AGENT_LENGTH = 60;

type RecentClicksProps = { clicks: readonly UrlClick[]; all: Total };

/** The newest visits. What visitors' browsers say of themselves is text, and nothing else. */
export function RecentClicks({ clicks, all }: RecentClicksProps) {
  if (clicks.length === 0) {
    return (
      <div className="rounded-lg border border-line">
        <EmptyState
          icon={MousePointerClick}
          title="No clicks yet"
          description="Visits to this short URL will appear here."
        />
      </div>
    );
  }
  const shown = clicks.slice(0, RECENT_CLICKS);
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line">
        <Table aria-labelledby="recent-clicks">
          <RecentClicksHead />
          <TableBody>
            {shown.map((click) => (
              <ClickRow key={click.id} click={click} />
            ))}
          </TableBody>
        </Table>
      </div>
      {all.total > shown.length && (
        <p className="text-muted text-sm tabular-nums">
          Showing {shown.length} of {formatTotal(all)} clicks
        </p>
      )}
    </>
  );
}

function RecentClicksHead() {
  return (
    <TableHead>
      <TableRow className="border-t-0">
        <TableHeading className="@table:w-44 first:pl-4">Time</TableHeading>
        <TableHeading className="@table:w-40">IP</TableHeading>
        <TableHeading className="@table:w-34">Referrer</TableHeading>
        <TableHeading className="last:pr-4">User Agent</TableHeading>
      </TableRow>
    </TableHead>
  );
}

function ClickRow({ click }: { click: UrlClick }) {
  return (
    <TableRow className="gap-y-1 px-4 py-2.5 first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell className="whitespace-nowrap text-ink text-sm tabular-nums @table:h-10 @table:first:pl-4">
        <LocalDateTime iso={click.timestamp} />
      </TableCell>
      <TableCell className="break-all text-muted text-sm @table:h-10 @table:py-1.5">
        <NarrowLabel>IP</NarrowLabel>
        {click.ipAddress ? <span className="font-mono">{click.ipAddress}</span> : <Nothing said="unknown" />}
      </TableCell>
      <TableCell className="truncate text-muted text-sm @table:h-10" title={click.referer ?? undefined}>
        <NarrowLabel>Referrer</NarrowLabel>
        {click.referer ?? <Nothing said="no referrer" />}
      </TableCell>
      <TableCell
        className="break-words text-muted text-sm @table:h-10 @table:py-1.5 @table:last:pr-4"
        title={click.userAgent ?? undefined}
      >
        {click.userAgent ? cutText(click.userAgent, USER_AGENT_LENGTH) : <Nothing said="no user agent" />}
        {click.isBot && (
          <span className="ml-1.5 whitespace-nowrap rounded-full border border-line px-1.5 text-2xs text-muted">
            Bot
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}

/** In place of the head of the column, where the table is a list. */
function NarrowLabel({ children }: { children: string }) {
  return <span className="@table:hidden">{children}: </span>;
}

export function RecentClicksSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <TableSkeleton head={<RecentClicksHead />} row={<SkeletonRow />} rows={4} />
    </div>
  );
}

function SkeletonRow() {
  return (
    <TableRow className="px-4 py-3 first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell className="@table:h-10 @table:first:pl-4">
        <Skeleton className="w-32" />
      </TableCell>
      <TableCell className="hidden @table:h-10">
        <Skeleton className="w-20" />
      </TableCell>
      <TableCell className="hidden @table:h-10">
        <Skeleton className="w-24" />
      </TableCell>
      <TableCell className="mt-2 @table:mt-0 @table:h-10 @table:last:pr-4">
        <Skeleton className="w-full" />
      </TableCell>
    </TableRow>
  );
}
