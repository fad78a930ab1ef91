import { X } from "lucide-react";
import { formatShare, shareOf } from "@/components/analytics/breakdown";
import type { Value } from "@/components/stats/shown-values";
import { canFilterBy, valueLabel } from "@/components/stats/stats-text";
import { cn } from "@/components/ui/cn";
import { OTHER } from "@/lib/clicks/types";
import { formatCount } from "@/lib/format";
import type { StatDimension, StatFilter } from "@/lib/stats/types";

/** Undefined if clicks can't be filtered. */
export type OnFilter = ((filter: StatFilter) => void) | undefined;

type RankedValuesProps = {
  by: StatDimension;
  values: readonly Value[];
  /** Clicks of everything that is not listed. */
  rest?: number;
  total: number;
  filters: readonly StatFilter[];
  onFilter: OnFilter;
};

/** Values with bars behind them; pressing one filters by it. */
export function RankedValues({ by, values, rest = 0, total, filters, onFilter }: RankedValuesProps) {
  const max = Math.max(1, ...values.map(({ clicks }) => clicks));
  return (
    <ul className="grid grid-cols-1 gap-0.5 p-2">
      {values.map(({ name, clicks }) => (
        <li key={name}>
          <RankedValue
            filter={{ by, value: name }}
            clicks={clicks}
            share={shareOf(clicks, total)}
            width={clicks / max}
            isChosen={filters.some((filter) => filter.by === by && filter.value === name)}
            onFilter={onFilter}
          />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <OtherRow clicks={rest} share={shareOf(rest, total)} />
        </li>
      )}
    </ul>
  );
}

/** A row for everything that a list leaves out. It has no bar, which could be longer than those of all values. */
export function OtherRow({ clicks, share }: { clicks: number; share: number }) {
  return (
    <div className={ROW}>
      <span className="min-w-0 flex-1 truncate text-muted italic">{OTHER}</span>
      <span className="font-medium text-ink tabular-nums">{formatCount(clicks)}</span>
      <span className="w-12 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
    </div>
  );
}

/** @param width 0 to 1 */
export function RowBar({ width }: { width: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-0.5 left-0 rounded-md bg-accent-soft"
      style={{ width: `${(width * 100).toFixed(2)}%` }}
    />
  );
}

type RankedValueProps = {
  filter: StatFilter;
  clicks: number;
  share: number;
  /** Width of the bar, 0 to 1. */
  width: number;
  isChosen: boolean;
  onFilter: OnFilter;
};

const ROW =
  "relative flex h-8 pointer-coarse:h-10 w-full items-center gap-3 rounded-md px-2 sm:px-3 text-left text-base print:h-7";

function RankedValue({ filter, clicks, share, width, isChosen, onFilter }: RankedValueProps) {
  const label = valueLabel(filter);
  const content = (
    <>
      <RowBar width={width} />
      <span className="relative min-w-0 flex-1 truncate text-ink" title={label} suppressHydrationWarning>
        {label}
      </span>
      {isChosen && <X aria-hidden className="relative size-3.5 text-accent-text print:hidden" />}
      <span className="relative font-medium text-ink tabular-nums">{formatCount(clicks)}</span>
      <span className="relative w-12 text-right text-muted text-sm tabular-nums">{formatShare(share)}</span>
    </>
  );
  if (!onFilter || !canFilterBy(filter)) return <div className={ROW}>{content}</div>;
  return (
    <button
      type="button"
      data-print
      aria-pressed={isChosen}
      onClick={() => onFilter(filter)}
      className={cn(
        ROW,
        "-outline-offset-2 transition-colors hover:bg-hover",
        isChosen && "ring-1 ring-accent ring-inset",
      )}
    >
      {content}
    </button>
  );
}
