import { type ReactNode, useState } from "react";
import { formatShare, shareOf } from "@/components/analytics/breakdown";
import { findRows, firstRows } from "@/components/stats/shown-values";
import { Button } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";
import { SearchField } from "@/components/ui/form/search-field";
import { Panel, PanelNote } from "@/components/ui/panel";
import { OTHER } from "@/lib/clicks/types";
import { formatCount, plural } from "@/lib/format";

/** Longer lists can be searched. */
const MAX_WITHOUT_SEARCH = 10;

type RankedRow = {
  key: string;
  /** What a search looks in. */
  text: string;
  clicks: number;
};

export type RowParts = { bar: ReactNode; figures: ReactNode };

type RankedCardProps<Row extends RankedRow> = {
  title: string;
  rows: readonly Row[];
  /** Clicks of everything, listed or not. */
  total: number;
  /** Number of rows shown initially. */
  first: number;
  /** Whether all rows are shown, not only the first ones. */
  showsAll: boolean;
  onShowsAll: (showsAll: boolean) => void;
  /** Whether more rows than the given ones are fetched to show all. */
  isPartial?: boolean;
  /** Whether they are being fetched. */
  busy?: boolean;
  /** Shown below the rows. */
  notice?: ReactNode;
  empty?: string;
  footer?: ReactNode;
  /** The contents of a row. */
  children: (row: Row, parts: RowParts) => ReactNode;
};

/** A ranked list, of which the first rows are shown, or all of them. Its rows add up to the total. */
export function RankedCard<Row extends RankedRow>(props: RankedCardProps<Row>) {
  const { title, rows, total, first, showsAll, onShowsAll, isPartial = false, busy = false, children } = props;
  const { empty = "No clicks in this period", notice, footer } = props;
  const [text, setText] = useState("");
  const isSearchable = showsAll && rows.length > MAX_WITHOUT_SEARCH;
  const isSearching = isSearchable && text.trim() !== "";
  const { shown, rest } = isSearching
    ? { shown: findRows(rows, text), rest: 0 }
    : firstRows(rows, { first: showsAll ? rows.length : first, total });
  const hasMore = rows.length > first || (isPartial && rest > 0);
  const max = Math.max(1, ...shown.map(({ clicks }) => clicks));
  const toggleText = showsAll ? "Show fewer" : isPartial ? "View all" : `View all ${formatCount(rows.length)}`;
  const toggle = () => {
    onShowsAll(!showsAll);
    setText("");
  };
  return (
    <Panel
      title={title}
      footer={footer}
      busy={busy}
      action={
        hasMore && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-2 -mr-3"
            aria-expanded={showsAll}
            aria-label={`${toggleText}: ${title}`}
            onClick={toggle}
          >
            {toggleText}
          </Button>
        )
      }
    >
      {showsAll && (
        <p role="status" className="sr-only">
          {busy && "Loading..."}
          {isSearching && `${formatCount(shown.length)} of ${plural(rows.length, "entry", "entries")}`}
        </p>
      )}
      {isSearchable && (
        <div className="border-line border-b p-2 print:hidden">
          <SearchField
            hasShortcut={false}
            label={`Search ${title}`}
            placeholder="Search"
            value={text}
            onChange={setText}
          />
        </div>
      )}
      {isSearching && shown.length === 0 && <p className="px-5 py-4 text-center text-base text-muted">No matches</p>}
      {rows.length === 0 && rest === 0 && <PanelNote>{empty}</PanelNote>}
      <ol
        aria-label={title}
        tabIndex={showsAll ? 0 : undefined}
        className={cn(
          "-outline-offset-2 grid grid-cols-1 gap-0.5 p-2 transition-opacity empty:hidden",
          showsAll && "max-h-96 overflow-y-auto print:max-h-none print:overflow-visible",
          busy && "opacity-60",
        )}
      >
        {shown.map((row) => (
          <li key={row.key}>
            {children(row, {
              bar: <Bar width={row.clicks / max} />,
              figures: <Figures clicks={row.clicks} total={total} />,
            })}
          </li>
        ))}
        {rest > 0 && (
          <li>
            {/* Without a bar, which could be longer than those of all rows. */}
            <div className={RANKED_ROW}>
              <span className="min-w-0 flex-1 truncate text-muted italic">{OTHER}</span>
              <Figures clicks={rest} total={total} />
            </div>
          </li>
        )}
      </ol>
      {notice}
    </Panel>
  );
}

export const RANKED_ROW =
  "relative flex h-8 pointer-coarse:h-10 w-full items-center gap-3 rounded-md px-2 sm:px-3 text-left text-base -outline-offset-2 print:h-7";

/** @param width 0 to 1 */
function Bar({ width }: { width: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-0.5 left-0 rounded-md bg-accent-soft"
      style={{ width: `${(width * 100).toFixed(2)}%` }}
    />
  );
}

function Figures({ clicks, total }: { clicks: number; total: number }) {
  return (
    <>
      <span className="relative shrink-0 font-medium text-ink tabular-nums">{formatCount(clicks)}</span>
      <span className="relative w-12 shrink-0 text-right text-muted text-sm tabular-nums">
        {formatShare(shareOf(clicks, total))}
      </span>
    </>
  );
}
