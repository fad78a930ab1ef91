import { useEffect, useId, useRef, useState } from "react";
import { toDay } from "@/components/data/address";
import { FieldNote } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { formatDay } from "@/lib/format";

type DateInputProps = { label: string; day: string; min: string; max: string; onChange: (day: string) => void };

/** Not controlled: while a date is typed, its value is empty, and setting that would discard the typed text. */
export function DateInput({ label, day, min, max, onChange }: DateInputProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const error = limitText(typed, { min, max });
  useEffect(() => {
    if (!input.current || input.current === document.activeElement) return;
    input.current.value = day;
    setTyped("");
  }, [day]);
  return (
    <div className="grid min-w-0 content-start gap-1">
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
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && noteId}
          onChange={(event) => {
            const changed = toDay(event.target.value);
            setTyped(changed);
            onChange(changed);
          }}
          className="border-line bg-canvas sm:w-36"
        />
      </div>
      {error && (
        <div className="sm:w-0 sm:min-w-full">
          <FieldNote id={noteId} error={error} hint={undefined} />
        </div>
      )}
    </div>
  );
}

/** Says why a date has no effect, or finds nothing; undefined if it is within the limits, or not complete yet. */
export function limitText(day: string, { min, max }: { min: string; max: string }): string | undefined {
  if (day === "" || (day >= min && day <= max)) return undefined;
  const limit = day > max ? `${formatDay(max)} or earlier` : `${formatDay(min)} or later`;
  return `Choose ${limit}, or change the other date.`;
}
