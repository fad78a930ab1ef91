import { useId } from "react";
import { type RadioChoice, RadioGroup } from "@/components/ui/form/radio";

type PictureChoiceProps<Value extends string> = RadioChoice<Value> & { label: string };

/** Options that people would rather look at than read. */
export function PictureChoice<Value extends string>({ label, ...choice }: PictureChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <span id={id} className="font-medium text-ink text-sm">
        {label}
      </span>
      <RadioGroup
        {...choice}
        aria-labelledby={id}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2"
        optionClass="gap-1.5 border border-line px-1 py-2 text-xs has-checked:border-accent has-checked:shadow-none"
      />
    </div>
  );
}
