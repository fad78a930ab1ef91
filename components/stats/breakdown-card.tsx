"use client";

import { type ReactNode, useState } from "react";
import { type OnFilter, RankedValues } from "@/components/stats/ranked-values";
import { firstValues, namedValues, type Value } from "@/components/stats/shown-values";
import { DIMENSION_LABELS, valueLabel } from "@/components/stats/stats-text";
import { Button } from "@/components/ui/button";
import { Panel, PanelNote } from "@/components/ui/panel";
import { SearchField } from "@/components/ui/search-field";
import { formatCount } from "@/lib/format";
import type { StatDimension, StatFilter } from "@/lib/stats/types";

/** Number of values shown initially. */
export const FIRST_VALUES = 7;
/** Longer lists can be searched. */
const MAX_WITHOUT_SEARCH = 15;

export type BreakdownCardProps = {
  by: StatDimension;
  values: readonly Value[];
  total: number;
  filters: readonly StatFilter[];
  onFilter: OnFilter;
  footer?: ReactNode;
};

/** The clicks by one dimension, most frequent first. Its rows add up to the total. */
export function BreakdownCard({ by, values, total, footer, ...list }: BreakdownCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const [text, setText] = useState("");
  const { title } = DIMENSION_LABELS[by];
  // All days of the week are shown.
  const counted = by === "weekday" ? values : namedValues(values).filter(({ clicks }) => clicks > 0);
  const wanted = text.trim().toLowerCase();
  const found = counted.filter(({ name }) => valueLabel({ by, value: name }).toLowerCase().includes(wanted));
  const shown = wanted
    ? { values: found, rest: 0 }
    : firstValues(counted, { first: showsAll ? counted.length : FIRST_VALUES, total });
  return (
    <Panel
      title={title}
      footer={footer}
      action={
        counted.length > FIRST_VALUES && (
          <Button
            variant="ghost"
            size="sm"
            className="-my-2 -mr-3"
            aria-expanded={showsAll}
            aria-label={showsAll ? `Show fewer: ${title}` : `View all: ${title}`}
            onClick={() => {
              setShowsAll(!showsAll);
              setText("");
            }}
          >
            {showsAll ? "Show fewer" : `View all ${formatCount(counted.length)}`}
          </Button>
        )
      }
    >
      {showsAll && counted.length > MAX_WITHOUT_SEARCH && (
        <div className="border-line border-b p-2">
          <SearchField label={`Search ${title}`} placeholder="Search" value={text} onChange={setText} />
        </div>
      )}
      {counted.length === 0 && shown.rest === 0 ? (
        <PanelNote>{list.filters.length > 0 ? "No clicks match the filters" : "No clicks in this period"}</PanelNote>
      ) : (
        <div className={showsAll ? "max-h-96 overflow-y-auto" : undefined}>
          <RankedValues {...list} {...shown} by={by} total={total} />
          {wanted && found.length === 0 && <p className="px-5 pb-4 text-center text-base text-muted">No matches</p>}
        </div>
      )}
    </Panel>
  );
}
