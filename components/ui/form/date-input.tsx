import { useEffect, useId, useRef } from "react";
import { toDay } from "@/components/data/address";
import { Input } from "@/components/ui/form/input";

type DateInputProps = { label: string; day: string; min: string; max: string; onChange: (day: string) => void };

/** Not controlled: while a date is typed, its value is empty, and setting that would discard the typed text. */
export function DateInput({ label, day, min, max, onChange }: DateInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = day;
  }, [day]);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="w-9 shrink-0 text-muted text-sm sm:w-auto">
        {label}
      </label>
      <Input
        ref={input}
        id={id}
        type="date"
        min={min}
        max={max}
        defaultValue={day}
        onChange={(event) => onChange(toDay(event.target.value))}
        className="border-line bg-canvas sm:w-36"
      />
    </div>
  );
}
