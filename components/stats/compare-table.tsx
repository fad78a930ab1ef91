import { X } from "lucide-react";
import Link from "next/link";
import { formatShare, shareOf } from "@/components/analytics/breakdown";
import { toAddress } from "@/components/data/address";
import { SERIES_LOOKS } from "@/components/stats/series-looks";
import { namedValues } from "@/components/stats/shown-values";
import { DEFAULT_VIEW, type StatsView, statsAddress } from "@/components/stats/stats-address";
import { valueLabel } from "@/components/stats/stats-text";
import { IconButton } from "@/components/ui/button/icon-button";
import { cn } from "@/components/ui/cn";
import { useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { Panel } from "@/components/ui/panel";
import { DataTableRows } from "@/components/ui/table/data-table-rows";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { NarrowLabel } from "@/components/ui/table/table";
import { changeColour } from "@/components/ui/text/change-colour";
import { EmptyValue } from "@/components/ui/text/empty-value";
import { destinationText } from "@/components/urls/short-link-text";
import { changeText, formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { ComparedUrl, StatDimension, Stats } from "@/lib/stats/types";

type Row = ComparedUrl & { index: number };
type Context = { search: string; onRemove: (id: string) => void };

type CompareTableProps = {
  urls: readonly ComparedUrl[];
  range: StatsView["range"];
  onRemove: (id: string) => void;
};

/** Totals and the most frequent values of each link. */
export function CompareTable({ urls, range, onRemove }: CompareTableProps) {
  const search = toAddress(statsAddress, { ...DEFAULT_VIEW, range });
  const rows = urls.map((url, index) => ({ ...url, index }));
  return (
    <Panel title="Totals">
      <DataTableRows layout={layout} rows={rows} context={{ search, onRemove }} />
    </Panel>
  );
}

const number = "text-muted text-sm tabular-nums @table:text-right @table:text-base @table:text-ink";

const layout: TableLayout<Row, Context> = {
  label: "Compared links",
  rowClass: "relative grid-cols-2 gap-y-1 py-2.5",
  columns: [
    {
      title: "Link",
      className: "col-span-2 min-w-0 pr-10 @table:pr-0",
      skeleton: "w-32",
      cell: (url, { search }) => <LinkCell url={url} search={search} />,
    },
    {
      title: "Clicks",
      align: "right",
      headClass: "@table:w-24 @roomy:w-32",
      className: number,
      skeleton: "w-12",
      cell: ({ stats }) => (
        <>
          <NarrowLabel>Clicks</NarrowLabel>
          {formatCount(stats.clicks)} <Change stats={stats} />
        </>
      ),
    },
    count("Visitors", "visitors"),
    count("QR scans", "scans"),
    top("Top source", "referrer"),
    top("Top device", "device"),
    top("Top country", "country"),
    {
      title: "Remove",
      isTitleHidden: true,
      headClass: "@table:w-16",
      className: "@max-table:absolute @max-table:top-2 @max-table:right-2",
      skeleton: "w-8",
      cell: (row, { onRemove }) => <RemoveButton row={row} onRemove={onRemove} />,
    },
  ],
};

function RemoveButton({ row: { id, index, shortCode }, onRemove }: Pick<Context, "onRemove"> & { row: Row }) {
  const ref = useHandedFocus<HTMLButtonElement>((home) => {
    const others = home.querySelectorAll<HTMLElement>("[data-index] button");
    return others[index] ?? others[others.length - 1];
  });
  return <IconButton ref={ref} icon={X} label={`Remove ${shortCode}`} tip="Remove" onClick={() => onRemove(id)} />;
}

type ComparedColumn = TableLayout<Row, Context>["columns"][number];

function count(title: string, of: "visitors" | "scans"): ComparedColumn {
  return {
    title,
    align: "right",
    headClass: "@table:w-18 @roomy:w-22",
    className: number,
    skeleton: "w-12",
    cell: ({ stats }) => (
      <>
        <NarrowLabel>{title}</NarrowLabel>
        {formatCount(stats[of])}
      </>
    ),
  };
}

function top(title: string, by: StatDimension): ComparedColumn {
  return {
    title,
    headClass: "@table:w-22 @roomy:w-28 @wide:w-36",
    className: "@max-table:col-span-2 @max-table:truncate break-words text-muted text-sm",
    skeleton: "w-24",
    cell: ({ stats }) => (
      <>
        <NarrowLabel>{title}</NarrowLabel>
        <TopValue stats={stats} by={by} />
      </>
    ),
  };
}

function LinkCell({ url, search }: { url: Row; search: string }) {
  const look = SERIES_LOOKS[url.index];
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <svg aria-hidden className="h-1 w-6 shrink-0 overflow-visible" viewBox="0 0 24 4">
        <title>Line</title>
        <line x1="0" x2="24" y1="2" y2="2" stroke={look?.colour} strokeDasharray={look?.dash} strokeWidth="2.5" />
      </svg>
      <div className="min-w-0">
        <Link
          href={`${paths.url(url.id)}${search && `?${search}`}`}
          prefetch={false}
          title={url.shortCode}
          translate="no"
          className="touch-target block @table:truncate rounded-sm font-medium font-mono text-ink text-sm hover:underline @max-table:[overflow-wrap:anywhere]"
        >
          {url.shortCode}
        </Link>
        <p className="truncate text-muted text-sm" title={url.originalUrl}>
          {destinationText(url.originalUrl)}
        </p>
      </div>
    </div>
  );
}

function Change({ stats: { clicks, before } }: { stats: Stats }) {
  const text = before && changeText(clicks, before.clicks);
  return text && <span className={cn("text-sm", changeColour(text))}>{text}</span>;
}

/** "Google, 45.2%" */
function TopValue({ stats, by }: { stats: Stats; by: StatDimension }) {
  const values = stats.breakdowns[by] ?? [];
  // As on the link's own page, "Other" doesn't count as a value.
  const first = namedValues(values)[0] ?? values[0];
  if (!first || first.clicks === 0) return <EmptyValue label="none" />;
  const label = valueLabel({ by, value: first.name });
  return <span title={label}>{`${label}, ${formatShare(shareOf(first.clicks, stats.clicks))}`}</span>;
}
