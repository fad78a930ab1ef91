import { useEffect, useRef } from "react";
import { FIRST_DAY, LAST_DAY } from "@/components/data/address";
import { type Days, typeDay } from "@/components/stats/stats-address";
import { DateInput } from "@/components/ui/form/date-input";

/** Picks any two days in the installation's time zone. */
export function DaysPicker({ days: { from, to }, onChange }: { days: Days; onChange: (days: Days) => void }) {
  /** The fields' values, of which one may still wait for the other. */
  const shown = useRef<Days>({ from, to });
  useEffect(() => {
    shown.current = { from, to };
  }, [from, to]);
  const onType = (change: Partial<Days>) => {
    const { typed, chosen } = typeDay(shown.current, change);
    shown.current = typed;
    if (chosen) onChange(chosen);
  };
  return (
    <div data-no-print className="grid w-full gap-2 sm:flex sm:w-auto">
      <DateInput label="From" day={from} min={FIRST_DAY} max={to} onChange={(day) => onType({ from: day })} />
      <DateInput label="To" day={to} min={from} max={LAST_DAY} onChange={(day) => onType({ to: day })} />
    </div>
  );
}
