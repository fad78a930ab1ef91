import { type RadioChoice, RadioGroup } from "@/components/ui/radio";

type SegmentedControlProps<Value extends string> = RadioChoice<Value> & {
  /** Accessible name. */
  label: string;
};

export function SegmentedControl<Value extends string>({ label, ...choice }: SegmentedControlProps<Value>) {
  return (
    <RadioGroup
      {...choice}
      aria-label={label}
      className="grid w-full grid-cols-2 gap-0.5 rounded-lg border border-line bg-canvas p-0.5 sm:inline-flex sm:w-auto dark:bg-surface"
      optionClass="h-8 pointer-coarse:h-10 whitespace-nowrap px-3 font-medium text-sm"
    />
  );
}
