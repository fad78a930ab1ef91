import { DaysPicker } from "@/components/stats/days-picker";
import type { Days, StatsView } from "@/components/stats/stats-address";
import { RANGE_LABELS } from "@/components/stats/stats-text";
import { SegmentedControl } from "@/components/ui/form/segmented-control";
import { FilterSelect } from "@/components/ui/table/filter-select";
import { RANGES } from "@/lib/stats/types";

const DAYS = "days";
const OPTIONS = [...RANGES.map((value) => ({ value, label: RANGE_LABELS[value] })), { value: DAYS, label: "Dates" }];

type RangePickerProps = {
  range: StatsView["range"];
  onChange: (range: StatsView["range"]) => void;
  /** The days that are shown, used as initial dates. */
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
    <div className="flex w-full min-w-0 flex-wrap items-start gap-2 lg:w-auto">
      <FilterSelect label="Period" {...chosen} className="w-full sm:hidden" />
      <div className="max-sm:hidden">
        <SegmentedControl label="Period" {...chosen} />
      </div>
      {days && <DaysPicker days={days} onChange={onChange} />}
    </div>
  );
}
