import { FIRST_DAY, LAST_DAY } from "@/components/data/address";
import type { Days } from "@/components/stats/stats-address";
import { DateInput } from "@/components/ui/date-input";

/** Any two days, as days of the installation. */
export function DaysPicker({ days: { from, to }, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div data-no-print className="grid w-full gap-2 sm:flex sm:w-auto">
      <DateInput
        label="From"
        day={from}
        min={FIRST_DAY}
        max={to}
        onChange={(day) => day && day <= to && onChange({ from: day, to })}
      />
      <DateInput
        label="To"
        day={to}
        min={from}
        max={LAST_DAY}
        onChange={(day) => day && from <= day && onChange({ from, to: day })}
      />
    </div>
  );
}
