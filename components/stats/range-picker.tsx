"use client";

import { FIRST_DAY, LAST_DAY } from "@/components/data/address";
import type { Days, StatsView } from "@/components/stats/stats-address";
import { RANGE_LABELS } from "@/components/stats/stats-text";
import { DateInput } from "@/components/ui/date-input";
import { FilterSelect } from "@/components/ui/filter-select";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { RANGES } from "@/lib/stats/types";

const DAYS = "days";
const OPTIONS = [...RANGES.map((value) => ({ value, label: RANGE_LABELS[value] })), { value: DAYS, label: "Dates" }];

type RangePickerProps = {
  range: StatsView["range"];
  onChange: (range: StatsView["range"]) => void;
  /** The days that are shown, from which a choice of dates starts. */
  shown: Days | undefined;
};

/** A period that ends today, or any two days. */
export function RangePicker({ range, onChange, shown }: RangePickerProps) {
  const days = typeof range === "object" ? range : null;
  const onValue = (value: string) => {
    const named = RANGES.find((option) => option === value);
    if (named) onChange(named);
    else if (shown) onChange({ from: shown.from, to: shown.to });
  };
  const chosen = { value: typeof range === "object" ? DAYS : range, onChange: onValue, options: OPTIONS };
  return (
    <div className="@container flex w-full flex-wrap items-center gap-2 lg:w-auto">
      <FilterSelect label="Period" {...chosen} className="w-full sm:hidden" />
      <div className="max-sm:hidden">
        <SegmentedControl label="Period" {...chosen} />
      </div>
      {days && (
        <div className="grid w-full gap-2 sm:flex sm:w-auto">
          <DateInput
            label="From"
            day={days.from}
            min={FIRST_DAY}
            max={days.to || LAST_DAY}
            onChange={(from) => from && from <= days.to && onChange({ ...days, from })}
          />
          <DateInput
            label="To"
            day={days.to}
            min={days.from || FIRST_DAY}
            max={LAST_DAY}
            onChange={(to) => to && days.from <= to && onChange({ ...days, to })}
          />
        </div>
      )}
    </div>
  );
}
