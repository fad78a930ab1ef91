"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { DbIpLink } from "@/components/stats/db-ip-link";
import { RANKED_ROW, RankedCard, type RowParts } from "@/components/stats/ranked-card";
import { namedValues, type Value } from "@/components/stats/shown-values";
import { canFilterBy, DIMENSION_LABELS, valueLabel } from "@/components/stats/stats-text";
import { cn } from "@/components/ui/cn";
import type { StatDimension, StatFilter } from "@/lib/stats/types";

/** Number of values shown initially. */
export const FIRST_VALUES = 7;

/** Undefined if clicks can't be filtered. */
export type OnFilter = ((filter: StatFilter) => void) | undefined;

export type BreakdownCardProps = {
  by: StatDimension;
  title?: string;
  /** Most frequent first. */
  values: readonly Value[];
  total: number;
  first?: number;
  filters: readonly StatFilter[];
  onFilter: OnFilter;
};

/** The clicks by one dimension; pressing a value filters by it. */
export function BreakdownCard(props: BreakdownCardProps) {
  const { by, title = DIMENSION_LABELS[by].title, values, total, first = FIRST_VALUES, filters, onFilter } = props;
  const [showsAll, setShowsAll] = useState(false);
  // All days of the week are shown.
  const counted = by === "weekday" ? values : namedValues(values).filter(({ clicks }) => clicks > 0);
  return (
    <RankedCard
      title={title}
      rows={counted.map(({ name, clicks }) => ({ key: name, text: valueLabel({ by, value: name }), clicks }))}
      total={total}
      first={first}
      showsAll={showsAll}
      onShowsAll={setShowsAll}
      empty={filters.length > 0 ? "No clicks match the filters" : undefined}
      footer={by === "country" && <DbIpLink />}
    >
      {({ key: value, text }, parts) => (
        <RankedValue
          {...parts}
          filter={{ by, value }}
          label={text}
          isChosen={filters.some((filter) => filter.by === by && filter.value === value)}
          onFilter={onFilter}
        />
      )}
    </RankedCard>
  );
}

type RankedValueProps = RowParts & { filter: StatFilter; label: string; isChosen: boolean; onFilter: OnFilter };

function RankedValue({ filter, label, bar, figures, isChosen, onFilter }: RankedValueProps) {
  const content = (
    <>
      {bar}
      <span className="relative min-w-0 flex-1 truncate text-ink" title={label} suppressHydrationWarning>
        {label}
      </span>
      {isChosen && <X aria-hidden className="relative size-3.5 text-accent-text print:hidden" />}
      {figures}
    </>
  );
  if (!onFilter || !canFilterBy(filter)) return <div className={RANKED_ROW}>{content}</div>;
  return (
    <button
      type="button"
      data-print
      aria-pressed={isChosen}
      onClick={() => onFilter(filter)}
      className={cn(RANKED_ROW, "transition-colors hover:bg-hover", isChosen && "ring-1 ring-accent ring-inset")}
    >
      {content}
    </button>
  );
}
